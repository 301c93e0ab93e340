import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatDiagnostic, hasErrors } from "../core/index.ts";
import { checkFixture, fixtureNames, fixturePath, GROUPS, type Group } from "./fixtures/readFixture.ts";
import { BUILT_IN_FILES, type CheckedProgram } from "./index.ts";

const RECORD = process.env.P4TWIN_RECORD === "1";

/** Diagnostics as the command line prints them; for a program without errors, what was found in it as well. */
function report(checked: CheckedProgram): string {
  const lines = checked.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic));
  if (hasErrors(checked.diagnostics)) return `${lines.join("\n")}\n`;
  const found = checked.program.declarations
    .filter((declaration) => !BUILT_IN_FILES.includes(declaration.span.file))
    .map((d) => `${d.span.file}:${d.span.line} ${d.kind} ${"name" in d ? d.name.text : d.members.length}`);
  const blocks = (checked.architecture?.bindings ?? []).map(
    (binding) =>
      `${checked.architecture?.definition.id} ${binding.title} = ${binding.declaration?.name.text}`,
  );
  return `${[...lines, ...found, ...blocks].join("\n")}\n`;
}

function check(group: Group, name: string): { actual: string; expected: string } {
  const actual = report(checkFixture(group, name));
  const golden = fixturePath(group, name).replace(/\.p4$/, ".expected");
  if (RECORD) writeFileSync(golden, actual);
  return { actual, expected: readFileSync(golden, "utf8") };
}

describe.each(GROUPS)("fixtures/%s", (group) => {
  it.each(fixtureNames(group))("%s reports what its .expected file says", (name) => {
    const { actual, expected } = check(group, name);
    expect(actual).toBe(expected);
    if (group !== "codes") expect(actual.includes(": error: ")).toBe(group !== "ok");
  });
});
