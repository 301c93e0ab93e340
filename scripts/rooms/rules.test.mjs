import { describe, expect, it } from "vitest";
import { importsOf } from "./imports.mjs";
import { forbiddenImports, unordered } from "./rules.mjs";

const LATER = /may import only the rooms listed before it/;
const INDEX = /through their index\.ts/;
const APPS = /models know no app/;
const NODE = /only cli uses modules of Node/;
const BELOW = /only from rooms below it/;
const INGEST = /the ingest path/;
const FEATURE = /through its index/;

const forbidden = [
  ["packages/models/src/core/a.ts", "../p4/index.ts", LATER],
  ["packages/models/src/p4/types/inner/a.ts", "../../../twin/index.ts", LATER],
  ["packages/models/src/engine/a.ts", "../cli/index.ts", LATER],
  ["packages/models/src/program/a.ts", "../p4/parse.ts", INDEX],
  ["packages/models/src/cli/programs/a.ts", "../../core/units.ts", INDEX],
  ["packages/models/src/core/a.ts", "../../../../apps/api/src/config.ts", APPS],
  ["packages/models/src/core/a.ts", "@p4twin/api/router", APPS],
  ["packages/models/src/cli/a.ts", "react", APPS],
  ["packages/models/src/cli/a.ts", "@prisma/client", APPS],
  ["packages/models/src/core/a.ts", "node:fs", NODE],
  ["packages/models/src/twin/a.ts", "fs/promises", NODE],
  ["packages/ui/src/charts/a.tsx", "@trpc/client", /ui only draws/],
  ["packages/ui/src/charts/a.test.tsx", "next/link", /ui only draws/],
  ["apps/api/src/shared/a.ts", "../router.ts", BELOW],
  ["apps/api/src/collector/inner/a.ts", "../../devices/index.ts", BELOW],
  ["apps/api/src/reports/service.ts", "../devices/router.ts", BELOW],
  ["apps/api/src/devices/index.ts", "./router.ts", BELOW],
  ["apps/api/src/devices/router.ts", "../rest/routes.ts", BELOW],
  ["apps/api/src/config.ts", "./main.ts", BELOW],
  ["apps/api/src/devices/store.ts", "./service.ts", /a store is below its service/],
  ["apps/api/src/devices/router.ts", "./store.ts", /a router speaks to its service/],
  ["apps/api/src/devices/router.ts", "../database/client.ts", /a router speaks to its service/],
  ["apps/api/src/devices/router.ts", "@prisma/client", /a router speaks to its service/],
  ["apps/api/src/collector/a.ts", "../database/client.ts", INGEST],
  ["apps/api/src/collector/inner/a.ts", "@prisma/client", INGEST],
  ["apps/web/src/app/page.tsx", "@p4twin/models/core", /routes compose features/],
  ["apps/web/src/features/twin/a.tsx", "@p4twin/api", /the router's type only/],
  ["apps/web/src/app/page.tsx", "../../../api/src/config.ts", /the router's type only/],
  ["apps/web/src/features/twin/a.tsx", "@/features/chains/ChainPage.tsx", FEATURE],
  ["apps/web/src/features/twin/inner/a.tsx", "../../chains/inner/a.tsx", FEATURE],
  ["apps/web/src/workers/a.ts", "@/features/chains/inner/index.ts", FEATURE],
  ["e2e/support/a.ts", "../../apps/web/src/text.ts", /as its users do/],
  ["packages/models/src/core/a.ts", "../../testing/run/a.ts", /stays out of the product/],
  ["apps/api/src/twin/service.ts", "../../testing/world.ts", /stays out of the product/],
];

const allowed = [
  ["packages/models/src/program/a.ts", "../p4/index.ts"],
  ["packages/models/src/twin/a.ts", "../engine/index.ts"],
  ["packages/models/src/cli/a.ts", "node:fs"],
  ["packages/models/src/core/a.test.ts", "../p4/parse.ts"],
  ["packages/models/src/program/inner/a.ts", "../paths.ts"],
  ["apps/api/src/devices/router.ts", "./service.ts"],
  ["apps/api/src/router.ts", "./devices/router.ts"],
  ["apps/api/src/main.ts", "./config.ts"],
  ["apps/api/src/twin/twin.test.ts", "../../testing/world.ts"],
  ["apps/api/src/shared/a.test.ts", "../router.ts"],
  ["apps/web/src/app/page.tsx", "@/features/twin/TwinPage.tsx"],
  ["apps/web/src/features/twin/a.tsx", "@p4twin/api/router"],
  ["apps/web/src/features/twin/a.tsx", "@/features/chains/index.ts"],
  ["apps/web/src/features/twin/inner/a.tsx", "../TwinPage.tsx"],
  ["e2e/a.spec.ts", "@p4twin/models/core"],
];

const FORMS = [
  ["import of values", (to) => `import { a } from "${to}";`, false],
  ["import of a type", (to) => `import type { A } from "${to}";`, true],
  ["import of a type among its names", (to) => `import { type A } from "${to}";`, true],
  ["import of a type and a value", (to) => `import { type A, b } from "${to}";`, false],
  ["import for its effect", (to) => `import "${to}";`, false],
  ["export of names", (to) => `export { a, b } from "${to}";`, false],
  ["export of types", (to) => `export type { A, B } from "${to}";`, true],
  ["export of everything", (to) => `export * from "${to}";`, false],
  ["export of every type", (to) => `export type * from "${to}";`, true],
  ["import when it runs", (to) => `const a = async () => import("${to}");`, false],
  ["import of a script", (to) => `const a = require("${to}");`, false],
  ["type of an import", (to) => `type A = typeof import("${to}");`, true],
];

describe("rules of the rooms", () => {
  it.each(forbidden)("%s may not import %s", (file, to, reason) => {
    const [found, ...more] = forbiddenImports(file, importsOf(file, `\nimport { a } from "${to}";\n`));
    expect(found).toMatch(reason);
    expect(found?.startsWith(`${file}:2 imports ${to}: `)).toBe(true);
    expect(more).toEqual([]);
  });

  it.each(allowed)("%s may import %s", (file, to) => {
    expect(forbiddenImports(file, importsOf(file, `import { a } from "${to}";`))).toEqual([]);
  });

  it.each(FORMS)("sees the %s", (_, form, isType) => {
    const text = `// ${form("../comment.ts")}\nconst text = '${form("../text.ts")}';\n${form("../p4/index.ts")}\n`;
    expect(importsOf("packages/models/src/core/a.ts", text)).toEqual([
      { specifier: "../p4/index.ts", line: 3, isType },
    ]);
  });

  it("names a source that it cannot read", () => {
    expect(() => importsOf("core/a.ts", "import {")).toThrow(/^core\/a\.ts: /);
  });

  it("names a room that nobody has put in order", () => {
    const files = [
      "apps/api/src/newRoom/a.ts",
      "apps/api/src/newRoom/b.ts",
      "apps/api/src/devices/a.ts",
      "packages/models/src/other/a.ts",
      "packages/models/src/bounds.test.ts",
    ];
    expect(unordered(files)).toEqual(["apps/api/src/newRoom", "packages/models/src/other"]);
  });
});
