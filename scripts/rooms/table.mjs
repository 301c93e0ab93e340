// Who may import whom (docs/02-architecture.md), from below to above: a room imports only from those before it.

/** Rooms of packages/models/src. */
export const MODEL_ROOMS = [
  "core",
  "p4",
  "program",
  "p4runtime",
  "device",
  "latency",
  "queueing",
  "topology",
  "chain",
  "server",
  "synthesis",
  "placement",
  "control",
  "telemetry",
  "run",
  "switch",
  "snapshot",
  "attach",
  "review",
  "twin",
  "engine",
  "cli",
];

/** Rooms of the models that see all others but `cli`. */
export const SEE_ALL = ["twin", "engine"];

/** The router of a noun is a face, and not of its room: it has a place of its own among the faces. */
export const ROUTERS = "*/router.ts";

/** Rooms of apps/api/src: folders, and files of its root. */
export const API_ROOMS = [
  // ground
  ...[
    "errors.ts",
    "roles.ts",
    "observability",
    "components.ts",
    "shared",
    "spool",
    "disk",
    "database",
    "lock.ts",
  ],
  // telemetry plane
  ...[
    "bus",
    "writer",
    "collector",
    "auth",
    "cluster",
    "rollup",
    "live",
    "telemetry",
    "plane.ts",
    "planeMetrics.ts",
  ],
  // people
  ...["tokens", "workspaces", "users", "system"],
  // what is stored
  ...["devices", "engines", "programs", "topologies", "chains", "jobs", "plans", "scenarios", "placements"],
  ...["deployments", "storedNouns.ts"],
  // who judges
  ...[
    "events",
    "notifications",
    "account",
    "incidents",
    "otlp",
    "twin",
    "voids",
    "refits",
    "captures",
    "switches",
    "reviews",
    "discovery",
    "explore",
    "reports",
    "schemas",
    "servers",
  ],
  ...["audit", "demo", "installationWide.ts", "workspaceServices.ts", "services.ts", "judges.ts"],
  // faces
  ...["trpc", ROUTERS, "router.ts", "client", "rest", "mcp", "http"],
  // composition
  ...["configChecks.ts", "config.ts", "checkConfig.ts", "firstSignIn.ts", "admin", "supervisor"],
  ...["front.ts", "upper.ts", "server.ts", "supervise.ts", "main.ts"],
];
