import { checkChains } from "../chain/index.ts";
import type { Diagnostic } from "../core/index.ts";
import { checkShape, didYouMean, type Path, readDocument, type SourceDocument } from "../topology/index.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Problem, problemSchema } from "./problem.ts";

export type ParsedProblem = { problem: Problem | null; diagnostics: Diagnostic[] };

/** Reads a problem file (JSON or YAML) and checks all names in it against itself and the catalogue. Never throws on input. */
export function parseProblem(text: string, file: string, catalogue: Catalogue): ParsedProblem {
  const source = readDocument(text, file);
  const shape = checkShape(source, problemSchema, "a problem");
  const unreadable = shape.diagnostics.some((d) => d.code === "bad-syntax" || d.code === "not-an-object");
  const types = catalogue.functions.map((f) => f.type);
  const diagnostics = unreadable
    ? shape.diagnostics
    : [
        ...shape.diagnostics,
        ...checkNetwork(source, catalogue),
        ...checkChains(source, types),
        ...checkRequired(source, types),
      ];
  diagnostics.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return { problem: diagnostics.length === 0 ? shape.value : null, diagnostics };
}

/** The same checks for a problem that is not text (API, editor). */
export const checkProblem = (value: unknown, catalogue: Catalogue): ParsedProblem =>
  parseProblem(JSON.stringify(value, null, 2) ?? "", "problem", catalogue);

type Fields = Record<string, unknown>;

function checkNetwork(source: SourceDocument, catalogue: Catalogue): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, path: Path, message: string): void => {
    diagnostics.push({ severity: "error", code, message, span: source.spanAt(path) });
  };
  const root = fieldsOf(source.value);
  const profileIds = [...new Set(catalogue.profiles.map((p) => p.id))];
  const ids = new Map<string, string>();
  for (const list of ["devices", "switches"] as const) {
    listOf(root[list]).forEach((node, i) => {
      if (typeof node.id !== "string") return;
      const earlier = ids.get(node.id);
      if (earlier === undefined) ids.set(node.id, `${list}[${i}]`);
      else
        report(
          "duplicate-id",
          [list, i, "id"],
          `"${node.id}" is already ${earlier}; give one of them another id`,
        );
    });
  }
  for (const list of ["devices", "deviceTypes"] as const) {
    listOf(root[list]).forEach((node, i) => {
      const { profile } = node;
      if (typeof profile !== "string" || catalogue.device(profile) !== null) return;
      const hint = didYouMean(profile, profileIds);
      const message = profileIds.includes(profile)
        ? `profile "${profile}" says nothing of power or price, so nothing can be placed on it; use a profile with both`
        : `there is no device profile "${profile}"${hint}; known are ${profileIds.join(", ")}`;
      report("unknown-profile", [list, i, "profile"], message);
    });
  }
  const pairs = new Set<string>();
  listOf(root.links).forEach((link, i) => {
    const { a, b } = link;
    for (const [end, id] of Object.entries({ a, b })) {
      if (typeof id !== "string" || ids.has(id)) continue;
      const hint = didYouMean(id, ids.keys());
      const message = `link dangles: its end ${end} is "${id}", and there is no such device or switch${hint}`;
      report("dangling-link", ["links", i, end], message);
    }
    if (typeof a !== "string" || typeof b !== "string") return;
    const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (a === b)
      report("self-link", ["links", i], `link joins "${a}" with itself; a link needs two different nodes`);
    else if (pairs.has(pair)) {
      report(
        "duplicate-link",
        ["links", i],
        `"${a}" and "${b}" are already joined; write one link with the summed gbps`,
      );
    }
    pairs.add(pair);
  });
  return diagnostics;
}

function checkRequired(source: SourceDocument, types: readonly string[]): Diagnostic[] {
  const root = fieldsOf(source.value);
  const known = new Set([...types, ...listOf(root.functions).map((f) => f.type)]);
  const listed = root.required;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((type: unknown, i): Diagnostic[] =>
    typeof type !== "string" || known.has(type)
      ? []
      : [
          {
            severity: "error",
            code: "unknown-function",
            message: `required function "${type}" is neither in the file nor in the library${didYouMean(type, types)}`,
            span: source.spanAt(["required", i]),
          },
        ],
  );
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
