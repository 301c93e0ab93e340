// Who may import whom (docs/02-architecture.md), written out as lint rules in biome.rooms.json.
// `node scripts/room-rules.mjs` rewrites the file; with --check it only says whether the file is current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const rooms = [
  "core",
  "p4",
  "program",
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
  "review",
  "twin",
  "engine",
  "cli",
];
const seeAll = ["twin", "engine", "cli"];
const notTests = "!**/*.test.ts";

/**
 * Rooms of the API (folders, and files of its root) from below to above: ground, telemetry plane, people, what is
 * stored, who judges, faces, composition. A room imports only from those before it; the router of a noun is a face and
 * stands among them.
 */
const ROUTERS = "*/router.ts";
const apiRooms = [
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
  ...["tokens", "workspaces", "users", "system"],
  ...["devices", "engines", "programs", "topologies", "chains", "jobs", "plans", "scenarios", "placements"],
  ...["deployments", "storedNouns.ts"],
  ...[
    "events",
    "notifications",
    "account",
    "incidents",
    "otlp",
    "twin",
    "refits",
    "captures",
    "discovery",
    "reports",
    "schemas",
  ],
  ...["audit", "demo", "services.ts", "judges.ts"],
  ...["trpc", ROUTERS, "router.ts", "rest", "http"],
  ...["configChecks.ts", "config.ts", "checkConfig.ts", "firstSignIn.ts", "admin", "supervisor"],
  ...["front.ts", "upper.ts", "server.ts", "supervise.ts", "main.ts"],
];

/** One rule: files that match `includes` may not import what matches a pattern. */
const forbid = (includes, ...patterns) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
});

const outsideModels = {
  group: [
    "@p4twin/api*",
    "@p4twin/ui*",
    "@p4twin/web*",
    "react",
    "react-dom",
    "next",
    "next/*",
    "@trpc/*",
    "@prisma/*",
  ],
  message: "models know no app, framework or database",
};

const modelRooms = rooms.map((room, index) => {
  const later = rooms.slice(index + 1).filter((r) => !seeAll.includes(room) || r === "cli");
  const others = rooms.filter((r) => r !== room);
  const patterns = [outsideModels];
  if (later.length > 0)
    patterns.push({
      group: later.flatMap((r) => [`../${r}/**`, `../../${r}/**`]),
      message: `models/${room} may import only the rooms listed before it`,
    });
  patterns.push({
    group: others.flatMap((r) => [`../${r}/*`, `../../${r}/*`, `!../${r}/index.ts`, `!../../${r}/index.ts`]),
    message: "rooms are imported through their index.ts",
  });
  return forbid([`packages/models/src/${room}/**`, notTests], ...patterns);
});

const api = "apps/api/src";
const isFile = (room) => room.endsWith(".ts");

/** What a room of the API may not import: everything after it. */
const laterRooms = (room) => {
  const later = apiRooms.slice(apiRooms.indexOf(room) + 1).filter((r) => r !== ROUTERS);
  const ups = isFile(room) ? ["./"] : room === ROUTERS ? ["../"] : ["../", "../../", "../../../"];
  const group = later.flatMap((r) => ups.map((up) => (isFile(r) ? `${up}${r}` : `${up}${r}/**`)));
  if (apiRooms.indexOf(room) < apiRooms.indexOf(ROUTERS)) group.push("../*/router.ts", "./router.ts");
  return group.length > 0
    ? [{ group, message: "a room imports only from rooms below it (scripts/room-rules.mjs)" }]
    : [];
};
/** Rules of their own for some files of a room. */
const apiFiles = {
  "store.ts": { group: ["**/service.ts", "**/router.ts"], message: "a store stands below its service" },
  "router.ts": {
    group: ["**/store.ts", "**/database/**", "**/collector/**", "@prisma/*"],
    message: "a router speaks to its service",
  },
};
const collectorKnows = {
  group: ["**/database/**", "**/service.ts", "**/store.ts", "@prisma/*"],
  message: "the ingest path knows codecs, bus and counters only",
};
const apiOverrides = apiRooms
  .filter((room) => room !== ROUTERS)
  .flatMap((room) => {
    if (isFile(room)) return [forbid([`${api}/${room}`], ...laterRooms(room))];
    const special = room === "collector" ? [collectorKnows] : [];
    return [
      forbid([`${api}/${room}/**`, notTests], ...laterRooms(room), ...special),
      ...Object.entries(apiFiles).flatMap(([file, rule]) =>
        existsSync(new URL(`../${api}/${room}/${file}`, import.meta.url))
          ? [forbid([`${api}/${room}/${file}`], ...laterRooms(file === "router.ts" ? ROUTERS : room), rule)]
          : [],
      ),
    ];
  });

const overrides = [
  {
    includes: ["packages/models/src/**", "!packages/models/src/cli/**", notTests],
    linter: { rules: { correctness: { noNodejsModules: "error" } } },
  },
  ...modelRooms,
  forbid(["packages/ui/src/**"], {
    group: ["@p4twin/api*", "@p4twin/web*", "next", "next/*", "@trpc/*", "@prisma/*", "pg"],
    message: "packages/ui only draws: no transport, framework or database",
  }),
  ...apiOverrides,
  forbid(["apps/web/src/app/**"], {
    group: ["@p4twin/models", "@p4twin/models/**"],
    message: "routes compose features; features and workers use the models",
  }),
  forbid(
    ["apps/web/src/**", "!apps/web/src/app/**"],
    {
      group: ["@p4twin/api", "@p4twin/api/**", "!@p4twin/api/router", "**/apps/api/**"],
      message: "the web app imports the router's type only",
    },
    {
      group: ["@/features/*/*", "!@/features/*/index.ts", "!@/features/*/index.tsx"],
      message: "a feature is imported through its index",
    },
  ),
  forbid(["e2e/**"], { group: ["**/apps/**"], message: "e2e speaks to the product as its users do" }),
];

// a room that nobody has put in order would be free to import anything
const unordered = readdirSync(new URL(`../${api}`, import.meta.url)).filter(
  (name) => /^[^.]+(\.ts)?$/.test(name) && name !== "testing" && !apiRooms.includes(name),
);
if (unordered.length > 0) {
  console.error(`scripts/room-rules.mjs does not order these rooms of the API: ${unordered.join(", ")}`);
  process.exit(1);
}

const text = `{\n  "overrides": [\n${overrides.map((o) => `    ${JSON.stringify(o)}`).join(",\n")}\n  ]\n}\n`;
const target = new URL("../biome.rooms.json", import.meta.url);
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("biome.rooms.json is not current: run `node scripts/room-rules.mjs` and commit it");
    process.exit(1);
  }
} else writeFileSync(target, text);
