import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatDiagnostic, hasErrors } from "../core/index.ts";
import { BUILT_IN_FILES, type CheckedProgram, checkP4, type ResolveInclude } from "./index.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const RECORD = process.env.P4TWIN_RECORD === "1";

const resolveInclude =
  (folder: string): ResolveInclude =>
  (path) => {
    try {
      return { file: path, text: readFileSync(join(folder, path), "utf8") };
    } catch {
      return null;
    }
  };

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

function check(path: string): { actual: string; expected: string } {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const source = { file, text: readFileSync(path, "utf8") };
  const actual = report(checkP4(source, { resolveInclude: resolveInclude(dirname(path)) }));
  const golden = path.replace(/\.p4$/, ".expected");
  if (RECORD) {
    mkdirSync(dirname(golden), { recursive: true });
    writeFileSync(golden, actual);
  }
  return { actual, expected: readFileSync(golden, "utf8") };
}

describe.each(["ok", "bad-lex", "bad-parse", "bad-check"])("fixtures/%s", (folder) => {
  const names = readdirSync(join(FIXTURES, folder)).filter((name) => name.endsWith(".p4"));
  it.each(names)("%s reports what its .expected file says", (name) => {
    const { actual, expected } = check(join(FIXTURES, folder, name));
    expect(actual).toBe(expected);
    expect(actual.includes(": error: ")).toBe(folder !== "ok");
  });
});
