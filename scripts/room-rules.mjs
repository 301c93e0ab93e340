// Who may import whom (docs/02-architecture.md), written out as lint rules in biome.rooms.json.
// `node scripts/room-rules.mjs` rewrites the file; with --check it only says whether the file is current.
import { readFileSync, writeFileSync } from "node:fs";

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
  "twin",
  "engine",
  "cli",
];
const seeAll = ["twin", "engine", "cli"];
const notTests = "!**/*.test.ts";

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
  forbid(["apps/api/src/*/router.ts"], {
    group: ["**/store.ts", "**/database/**", "**/collector/**", "@prisma/*"],
    message: "a router speaks to its service",
  }),
  forbid(["apps/api/src/*/service.ts"], {
    group: ["**/trpc/**", "**/rest/**"],
    message: "a service has no face: tRPC and REST stand above it",
  }),
  forbid(["apps/api/src/*/store.ts"], {
    group: ["**/service.ts", "**/router.ts"],
    message: "a store stands below its service",
  }),
  forbid(["apps/api/src/collector/**", notTests], {
    group: [
      "**/trpc/**",
      "**/rest/**",
      "**/database/**",
      "**/writer/**",
      "**/service.ts",
      "**/store.ts",
      "**/router.ts",
      "@prisma/*",
    ],
    message: "the ingest path knows codecs, bus and counters only",
  }),
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

const text = `{\n  "overrides": [\n${overrides.map((o) => `    ${JSON.stringify(o)}`).join(",\n")}\n  ]\n}\n`;
const target = new URL("../biome.rooms.json", import.meta.url);
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("biome.rooms.json is not current: run `node scripts/room-rules.mjs` and commit it");
    process.exit(1);
  }
} else writeFileSync(target, text);
