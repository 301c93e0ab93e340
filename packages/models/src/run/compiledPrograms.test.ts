import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../library/index.ts";
import { checkText } from "../program/index.ts";
import { createSwitch } from "./createSwitch.ts";
import { runStf } from "./stf/runStf.ts";
import { findWitnesses } from "./witness/findWitnesses.ts";
import { stfOf } from "./witness/stfOf.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../program/fixtures/bmv2/${name}`, import.meta.url), "utf8");
const check = (fileName: string, source: string) => checkText({ fileName, source, includes: {} });

/** A test for each path of a program that a packet is found for. */
function testsOf(checked: ReturnType<typeof check>): string[] {
  const target = createSwitch(checked);
  if (!target.ok) throw new Error(target.error.message);
  return findWitnesses(checked).flatMap(({ path, witness }) =>
    witness ? (stfOf(path, witness, target.value) ?? []) : [],
  );
}

describe("what p4c-bm2-ss made of a program runs as the program", () => {
  it.each([
    ["l3fwd", libraryFiles["programs/l3fwd.p4"]!],
    ["l3fwd_firewall", libraryFiles["programs/l3fwd_firewall.p4"]!],
    ["stacks", fixture("stacks.p4")],
    ["clone", fixture("clone.p4")],
  ])("%s: each passes the tests for every path of the other", (name, text) => {
    const [source, compiled] = [check(`${name}.p4`, text), check(`${name}.json`, fixture(`${name}.json`))];
    const [ofSource, ofCompiled] = [testsOf(source), testsOf(compiled)];
    expect(ofCompiled).toHaveLength(ofSource.length);
    expect(ofSource.length).toBeGreaterThan(2);
    const failures = [
      ...ofSource.flatMap((test) => runStf(compiled, test, "of the source").failures),
      ...ofCompiled.flatMap((test) => runStf(source, test, "of the compiled one").failures),
    ];
    expect(failures).toEqual([]);
  });
});
