import { describe, expect, it } from "vitest";
import { importCycles } from "./cycles.mjs";
import { importsOf } from "./imports.mjs";

const cyclesOf = (files) =>
  importCycles(new Map(Object.entries(files).map(([file, text]) => [file, importsOf(file, text)])));

const VALUE = 'import { a } from "./a.ts";';

const cases = [
  [
    "no cycle",
    { "a.ts": 'import "./b.ts"; import "./c.ts";', "b.ts": 'import "./c.ts";', "c.ts": 'import "node:fs";' },
    [],
  ],
  ["a file that imports itself", { "a.ts": 'export * as a from "./a.ts";' }, []],
  [
    "two files",
    { "a.ts": '\nimport { b } from "./b.ts";', "b.ts": `\n\n${VALUE}` },
    ["a.ts:2 imports b.ts:3 imports a.ts"],
  ],
  [
    "a long one, the shortest way round",
    {
      "z.ts": VALUE,
      "a.ts": 'import "./b.ts";',
      "b.ts": 'import "./c.ts"; import "./d.ts";',
      "c.ts": 'import "./d.ts";',
      "d.ts": 'import "./e.ts";',
      "e.ts": `import "./none.ts"; ${VALUE}`,
    },
    ["a.ts:1 imports b.ts:1 imports d.ts:1 imports e.ts:1 imports a.ts"],
  ],
  [
    "two circles apart",
    {
      "a.ts": 'import "./b.ts";',
      "b.ts": `${VALUE} import "./c.ts";`,
      "c.ts": 'import "./d.ts";',
      "d.ts": 'import "./c.ts";',
    },
    ["c.ts:1 imports d.ts:1 imports c.ts", "a.ts:1 imports b.ts:1 imports a.ts"],
  ],
  [
    "through an index",
    { "room/index.ts": 'export { a } from "./a.ts";', "room/a.ts": 'import { b } from "./index.ts";' },
    ["room/a.ts:1 imports room/index.ts:1 imports room/a.ts"],
  ],
  [
    "through an index and a name without its end",
    { "room/index.ts": 'export * from "./a";', "room/a.ts": 'import { b } from "../room";' },
    ["room/a.ts:1 imports room/index.ts:1 imports room/a.ts"],
  ],
  [
    "through the names of our packages",
    {
      "packages/models/src/core/index.ts": 'export * from "@p4twin/models/twin";',
      "packages/models/src/twin/index.ts": 'import { a } from "../core/index.ts";',
    },
    [
      "packages/models/src/core/index.ts:1 imports packages/models/src/twin/index.ts:1 imports packages/models/src/core/index.ts",
    ],
  ],
  [
    "through the alias of the web app",
    {
      "apps/web/src/lib/a.tsx": 'import { b } from "@/lib/b.ts";',
      "apps/web/src/lib/b.ts": 'import "./a.tsx";',
    },
    ["apps/web/src/lib/a.tsx:1 imports apps/web/src/lib/b.ts:1 imports apps/web/src/lib/a.tsx"],
  ],
  ["an import of a type", { "a.ts": 'import type { B } from "./b.ts";', "b.ts": VALUE }, []],
  ["an export of a type", { "a.ts": 'export type { B } from "./b.ts";', "b.ts": VALUE }, []],
  ["the type of an import", { "a.ts": 'export type B = typeof import("./b.ts");', "b.ts": VALUE }, []],
  [
    "an import when it runs",
    { "a.ts": 'export const b = () => import("./b.ts");', "b.ts": VALUE },
    ["a.ts:1 imports b.ts:1 imports a.ts"],
  ],
];

describe("cycles of imports", () => {
  it.each(cases)("%s", (_, files, expected) => {
    expect(cyclesOf(files)).toEqual(
      expected.map((way) => expect.stringMatching(new RegExp(`^${way}: a cycle; `))),
    );
  });

  it("follows each import once, however many ways there are", () => {
    const LAYERS = 200;
    const files = Array.from({ length: LAYERS }, (_, i) => [
      [`${i}a.ts`, `import "./${i + 1}a.ts"; import "./${i + 1}b.ts";`],
      [`${i}b.ts`, `import "./${i + 1}a.ts"; import "./${i + 1}b.ts";`],
    ]).flat();
    expect(cyclesOf(Object.fromEntries(files))).toEqual([]);
  });
});
