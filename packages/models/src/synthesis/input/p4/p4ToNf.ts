import { type Diagnostic, hasErrors } from "../../../core/index.ts";
import { type CheckedProgram, type SourceText, walk } from "../../../p4/index.ts";
import {
  type Contents,
  contentsOf,
  lowerProgram,
  type ProgramTable,
  programTables,
  readEntries,
  unlessTooLarge,
} from "../../../program/index.ts";
import type { NfGraph } from "../../graph/nfGraph.ts";
import type { Roots } from "./programCells.ts";
import { ProgramUnits } from "./programUnits.ts";

/**
 * A v1model program with given table contents as units: what its flow for packets does between the nodes where ways
 * meet. Its interfaces are the numbers of its ports. What has no fixed meaning per packet (hashes, registers) becomes a
 * value chosen at run time, so that a later read is a cut; what no class of packets can be is an exception. `check`:
 * `checkP4`, or what remembers its answers.
 */
export function p4ToNf(
  program: SourceText,
  entries: SourceText | null,
  id: string,
  check: (program: SourceText) => CheckedProgram,
): { nf: NfGraph | null; diagnostics: Diagnostic[] } {
  const checked = check(program);
  if (hasErrors(checked.diagnostics)) return { nf: null, diagnostics: checked.diagnostics };
  const roots = rootsOf(checked);
  if (!roots) {
    const message = `${program.file} is not a program for v1model; only these are synthesised`;
    return { nf: null, diagnostics: [{ severity: "error", code: "p4-architecture", message, span: null }] };
  }
  const diagnostics: Diagnostic[] = [];
  const tables = unlessTooLarge(() => programTables(checked), diagnostics) ?? [];
  const read = readEntries(entries?.text ?? "", entries?.file ?? program.file, tables);
  const { contents, diagnostics: problems } = contentsOf(read.changes, tables);
  diagnostics.push(...read.diagnostics, ...problems, ...openRuns(contents, tables));
  if (hasErrors(diagnostics)) return { nf: null, diagnostics };
  const flow = unlessTooLarge(() => lowerProgram(checked, contents, tables, "packets"), diagnostics);
  if (!flow) return { nf: null, diagnostics };
  const units = new ProgramUnits(id, flow, roots, emittedBy(checked));
  units.build();
  const all = [...diagnostics, ...units.diagnostics];
  return { nf: hasErrors(all) ? null : units.nf, diagnostics: all };
}

/** Null for a program of another architecture. */
function rootsOf({ architecture }: CheckedProgram): Roots | null {
  const parser = architecture?.bindings.find(({ role }) => role === "parser")?.declaration;
  if (architecture?.definition.id !== "v1model" || parser?.kind !== "parser") return null;
  const [, headers, metadata, standard] = parser.parameters.map(({ name }) => name.text);
  return headers && metadata && standard ? { headers, metadata, standard } : null;
}

/** Headers that the deparser writes, by their last name; null: all, as where it writes a whole struct. */
function emittedBy({ architecture, calls }: CheckedProgram): ReadonlySet<string> | null {
  const deparser = architecture?.bindings.find(({ role }) => role === "deparser")?.declaration;
  const names = new Set<string>();
  if (!deparser) return null;
  let isWhole = false;
  walk(deparser, (node) => {
    const call = node.kind === "call" ? calls.get(node) : undefined;
    if (call?.kind === "blockApply") isWhole = true;
    if (call?.kind !== "externMethod" || call.method.name.text !== "emit") return;
    const written = call.bindings[0]?.argument?.value;
    if (written?.kind === "member") names.add(written.member.text);
    else isWhole = true;
  });
  return isWhole ? null : names;
}

/** Entries of which it is not written what they run. */
function openRuns(contents: Contents, tables: readonly ProgramTable[]): Diagnostic[] {
  return tables.flatMap(({ name, shown, actions }) =>
    (contents.get(name)?.entries ?? []).flatMap(({ runs, at }): Diagnostic[] => {
      const [run, another] = runs ?? [];
      const parameters = actions.find((each) => each.name === run?.action)?.parameters ?? [];
      const isWritten = run && !another && (run.values !== null || parameters.length === 0);
      if (isWritten) return [];
      const why =
        run && !another ? "the values of its action are left out" : "it runs one of an action profile";
      const message = `an entry of ${shown} cannot be synthesised: ${why}`;
      return [{ severity: "error", code: "entries-value", message, span: at() }];
    }),
  );
}
