import {
  type Diagnostic,
  describePath,
  didYouMean,
  type Path,
  rawFields,
  rawList,
  type SourceDocument,
} from "../core/index.ts";
import { branchFaults, isOnOneWay } from "./branches.ts";
import { type Chain, chainSchema } from "./schema.ts";

type Fields = Record<string, unknown>;
type Report = (code: string, path: Path, message: string) => void;

/**
 * What a schema cannot say of chains and functions: ids are unique, functions exist (in the file or in
 * `known`), segments lie inside their chain in the right direction, PL <= DL. Works on the raw value, so that
 * it reports beside the schema's own errors.
 */
export function checkChains(source: SourceDocument, known: readonly string[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, path, message) => {
    diagnostics.push({ severity: "error", code, message, span: source.spanAt(path) });
  };
  const root = rawFields(source.value);
  const functions = rawList(root.functions);
  const chains = rawList(root.chains);
  checkUnique(functions, "type", ["functions"], "duplicate-function", report);
  checkUnique(chains, "id", ["chains"], "duplicate-id", report);
  const types = new Set([...known, ...functions.map((f) => f.type).filter((t) => typeof t === "string")]);
  chains.forEach((chain, c) => {
    const steps = Array.isArray(chain.functions) ? chain.functions : [];
    steps.forEach((type: unknown, f) => {
      if (typeof type !== "string" || types.has(type)) return;
      const message = `chain ${nameOf(chain, c)} uses function "${type}", which is neither in the file nor in the library${didYouMean(type, types)}; describe it under functions or correct its name`;
      report("unknown-function", ["chains", c, "functions", f], message);
    });
    const segments = rawList(chain.segments);
    checkUnique(segments, "id", ["chains", c, "segments"], "duplicate-id", report);
    segments.forEach((segment, s) => {
      checkSegment(segment, steps.length, ["chains", c, "segments", s], report);
    });
    if (chain.branches !== undefined) checkBranches(chain, nameOf(chain, c), c, report);
  });
  return diagnostics;
}

function checkSegment(segment: Fields, length: number, path: Path, report: Report): void {
  const { fromFunction, toFunction, plUs, dlUs } = segment;
  const name = typeof segment.id === "string" ? `"${segment.id}"` : describePath(path);
  for (const [end, at] of Object.entries({ fromFunction, toFunction })) {
    if (typeof at !== "number" || at < length) continue;
    const message = `segment ${name}: ${end} is ${at}, but the chain has ${length} functions (0 to ${length - 1})`;
    report("segment-outside-chain", [...path, end], message);
  }
  if (typeof fromFunction === "number" && typeof toFunction === "number" && fromFunction > toFunction) {
    const message = `segment ${name} runs backwards, from function ${fromFunction} to ${toFunction}; swap the two`;
    report("segment-backwards", [...path, "toFunction"], message);
  }
  if (typeof plUs === "number" && typeof dlUs === "number" && plUs > dlUs) {
    const message = `segment ${name}: PL is ${plUs} us and DL is ${dlUs} us; a packet would be dropped before it gets priority, so PL must be at most DL`;
    report("pl-above-dl", [...path, "plUs"], message);
  }
}

/** Branches lead forward to every function, and a segment lies on a way; judged where the chain's own schema holds. */
function checkBranches(raw: Fields, name: string, c: number, report: Report): void {
  const parsed = chainSchema.safeParse(raw);
  if (!parsed.success) return;
  const chain: Chain = parsed.data;
  const faults = branchFaults(chain);
  for (const { index, message } of faults)
    report("branch", ["chains", c, "branches", index], `chain ${name}: ${message}`);
  if (faults.length > 0) return;
  for (const [s, { id, fromFunction, toFunction }] of chain.segments.entries()) {
    if (toFunction >= chain.functions.length || isOnOneWay(chain, fromFunction, toFunction)) continue;
    const message = `segment "${id}": no packet passes both function ${fromFunction} and function ${toFunction}; let it end on the way on which it begins`;
    report("segment-outside-way", ["chains", c, "segments", s, "toFunction"], message);
  }
}

function checkUnique(list: readonly Fields[], key: string, path: Path, code: string, report: Report): void {
  const seen = new Map<string, number>();
  list.forEach((entry, i) => {
    const id = entry[key];
    if (typeof id !== "string") return;
    const earlier = seen.get(id);
    if (earlier === undefined) seen.set(id, i);
    else
      report(
        code,
        [...path, i, key],
        `${key} "${id}" is already used by ${describePath([...path, earlier])}; give one of them another name`,
      );
  });
}

const nameOf = (chain: Fields, index: number): string =>
  typeof chain.id === "string" ? `"${chain.id}"` : `chains[${index}]`;
