import { checkChains } from "../chain/index.ts";
import {
  type Diagnostic,
  didYouMean,
  type Path,
  parseChecked,
  rawFields,
  rawList,
  type SourceDocument,
} from "../core/index.ts";
import { libraryServerIds } from "../server/index.ts";
import { checkLinks } from "../topology/index.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Problem, problemSchema } from "./problem.ts";
import { coresOfProfile } from "./serverFacts.ts";

export type ParsedProblem = { problem: Problem | null; diagnostics: Diagnostic[] };

/**
 * Reads a problem file (JSON or YAML) and checks all names in it against itself and the catalogue. Never
 * throws on input.
 */
export function parseProblem(text: string, file: string, catalogue: Catalogue): ParsedProblem {
  const types = catalogue.functions.map((f) => f.type);
  const { value, diagnostics } = parseChecked(text, file, problemSchema, "a problem", (source) => [
    ...checkNetwork(source, catalogue),
    ...checkChains(source, types),
    ...checkEnds(source),
    ...checkFunctions(source, types),
  ]);
  return { problem: value, diagnostics };
}

/** The same checks for a problem that is not text (API, editor). */
export const checkProblem = (value: unknown, catalogue: Catalogue): ParsedProblem =>
  parseProblem(JSON.stringify(value, null, 2) ?? "", "problem", catalogue);

function checkNetwork(source: SourceDocument, catalogue: Catalogue): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, path: Path, message: string): void => {
    diagnostics.push({ severity: "error", code, message, span: source.spanAt(path) });
  };
  const root = rawFields(source.value);
  const profileIds = [...new Set(catalogue.profiles.map((p) => p.id))];
  const servers = new Map(
    catalogue.profiles.flatMap((p) => (p.cores === undefined ? [] : [[p.id, p.cores] as const])),
  );
  const silent = (profile: string): string => {
    const cores = servers.get(profile);
    return cores === undefined || coresOfProfile(profile, cores) !== null
      ? `profile "${profile}" says nothing of power or price, so nothing can be placed on it; use a profile with both`
      : `profile "${profile}" has ${cores.cores} cores of ${cores.server} with driver ${cores.driver}, which the library does not know; it knows ${libraryServerIds().join(", ")}`;
  };
  const ids = new Map<string, string>();
  for (const list of ["devices", "switches", "hosts"] as const) {
    rawList(root[list]).forEach((node, i) => {
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
    rawList(root[list]).forEach((node, i) => {
      const { profile } = node;
      if (typeof profile !== "string") return;
      if (catalogue.device(profile) !== null) {
        if (list === "deviceTypes" && servers.has(profile)) {
          const message = `"${profile}" is a server; plan sizes P4 devices only, so name servers under devices and use place`;
          report("server-type", [list, i, "profile"], message);
        }
        return;
      }
      const hint = didYouMean(profile, profileIds);
      const message = profileIds.includes(profile)
        ? silent(profile)
        : `there is no device profile "${profile}"${hint}; known are ${profileIds.join(", ")}`;
      report("unknown-profile", [list, i, "profile"], message);
    });
  }
  return [
    ...diagnostics,
    ...checkLinks(
      source,
      new Set(ids.keys()),
      root.hosts === undefined ? "device or switch" : "device, switch or host",
    ),
  ];
}

/** The hosts that chains name. */
function checkEnds(source: SourceDocument): Diagnostic[] {
  const root = rawFields(source.value);
  const hosts = rawList(root.hosts).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  const ends = ["from", "to"] as const;
  return rawList(root.chains).flatMap((chain, c) =>
    ends.flatMap((end): Diagnostic[] => {
      const id = chain[end];
      if (typeof id !== "string" || hosts.includes(id)) return [];
      const known = hosts.length > 0 ? `; known are ${hosts.slice(0, 10).join(", ")}` : "";
      const message = `chain "${String(chain.id)}" goes ${end} host "${id}", which is not under hosts${didYouMean(id, hosts)}${known}; add it there, or leave ${end} out`;
      return [{ severity: "error", code: "unknown-host", message, span: source.spanAt(["chains", c, end]) }];
    }),
  );
}

/** Functions that are named outside of chains: required ones, and those of the workload. */
function checkFunctions(source: SourceDocument, types: readonly string[]): Diagnostic[] {
  const root = rawFields(source.value);
  const known = new Set([...types, ...rawList(root.functions).map((f) => f.type)]);
  const unknown = (type: unknown, path: Path, role: string): Diagnostic[] =>
    typeof type !== "string" || known.has(type)
      ? []
      : [
          {
            severity: "error",
            code: "unknown-function",
            message: `${role} "${type}" is neither in the file nor in the library${didYouMean(type, types)}`,
            span: source.spanAt(path),
          },
        ];
  const required: unknown[] = Array.isArray(root.required) ? root.required : [];
  return [
    ...required.flatMap((type, i) => unknown(type, ["required", i], "required function")),
    ...rawList(root.workload).flatMap((item, i) =>
      unknown(item.function, ["workload", i, "function"], "function of the workload"),
    ),
  ];
}
