import { checkShape, type Diagnostic, hasErrors, readDocument, type Span } from "../../core/index.ts";
import { checkOnce, type SourceText } from "../../p4/index.ts";
import { checkAcyclic } from "../graph/checkAcyclic.ts";
import { type ChainLink, type Interface, joinNfs } from "../graph/joinNfs.ts";
import type { NfGraph } from "../graph/nfGraph.ts";
import type { UnitGraph } from "../graph/unit.ts";
import { aclToNf } from "./acl/aclToNf.ts";
import { parseAcl, silentActions } from "./acl/parseAcl.ts";
import {
  type ServiceChainFile,
  type ServiceFunction,
  serviceChainFileSchema,
  type TextOrFile,
} from "./chainFile.ts";
import { clickToNf } from "./click/clickToNf.ts";
import { parseClick } from "./click/parseClick.ts";
import { p4ToNf } from "./p4/p4ToNf.ts";

/** Text of a file that a chain names; null when there is none. */
export type ReadChainFile = (name: string) => SourceText | null;

/** A chain as one element graph, or null with the errors. */
export type ParsedChain = { graph: UnitGraph | null; diagnostics: Diagnostic[] };

/**
 * Reads a chain file (JSON or YAML, see `serviceChainFileSchema`). Never throws on input. `check`: that of other chains
 * of the same programs, where there are such.
 */
export function parseServiceChain(
  text: string,
  file: string,
  readFile: ReadChainFile,
  check = checkOnce(),
): ParsedChain {
  const source = readDocument(text, file);
  const { value, diagnostics } = checkShape(source, serviceChainFileSchema, "a service chain");
  if (value === null) return { graph: null, diagnostics };
  const found: Diagnostic[] = [];
  const twice = value.functions.findIndex((f, i) => value.functions.some((g, j) => j < i && g.id === f.id));
  if (twice >= 0)
    found.push(
      error(
        "chain-duplicate",
        `there are two functions ${value.functions[twice]!.id}`,
        source.spanAt(["functions", twice, "id"]),
      ),
    );
  const nfs = value.functions.flatMap((nf, i) => {
    const read = readFunction(nf, file, readFile, check);
    // what was written inside the chain file is cited by the place of its function
    found.push(
      ...read.diagnostics.map((d) => (d.span === null ? { ...d, span: source.spanAt(["functions", i]) } : d)),
    );
    return read.nf ? [read.nf] : [];
  });
  const links = readLinks(value, (i) => source.spanAt(["links", i]), found);
  const entries = readEntries(value, (i) => source.spanAt(["entries", i]), found);
  if (hasErrors(found)) return { graph: null, diagnostics: found };
  return join(nfs, links, entries, source.spanAt([]), found);
}

/** Reads a chain by the name of its file: Click (.click), an access list (.acl, .rules), otherwise a chain file. */
export function parseChain(text: string, file: string, readFile: ReadChainFile): ParsedChain {
  if (file.endsWith(".click")) return parseClickChain(text, file);
  return /\.(acl|rules)$/.test(file) ? parseAclChain(text, file) : parseServiceChain(text, file, readFile);
}

/** A Click configuration alone: each of its input devices is an entry. */
export function parseClickChain(text: string, file: string): ParsedChain {
  const { graph, diagnostics } = parseClick(text, file);
  const { nf, diagnostics: more } = clickToNf(graph, "click");
  return alone(nf, [...diagnostics, ...more], file);
}

/** An ACL file alone: a firewall. */
export function parseAclChain(text: string, file: string): ParsedChain {
  const { rules, diagnostics } = parseAcl(text, file);
  const all = [...diagnostics, ...silentActions(rules, file, false)];
  return alone(aclToNf(rules, "acl", { action: "allow", otherwise: "deny" }), all, file);
}

function alone(nf: NfGraph, diagnostics: Diagnostic[], file: string): ParsedChain {
  if (hasErrors(diagnostics)) return { graph: null, diagnostics };
  const entries = [...nf.inputs.keys()].map((name) => ({ nf: nf.id, name }));
  const span = { file, start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  if (entries.length === 0)
    diagnostics.push(error("chain-no-entry", "there is no input: add FromDevice(NAME)", span));
  return join([nf], [], entries, span, diagnostics);
}

function join(
  nfs: readonly NfGraph[],
  links: readonly ChainLink[],
  entries: readonly Interface[],
  span: Span,
  before: readonly Diagnostic[],
): ParsedChain {
  const { graph, diagnostics } = joinNfs(nfs, links, entries);
  const cycles = hasErrors(diagnostics) ? [] : checkAcyclic(graph);
  const all = [...before, ...[...diagnostics, ...cycles].map((d) => ({ ...d, span: d.span ?? span }))];
  return { graph: hasErrors(all) ? null : graph, diagnostics: all };
}

type ReadFunction = { nf: NfGraph | null; diagnostics: Diagnostic[] };

function readFunction(
  nf: ServiceFunction,
  file: string,
  readFile: ReadChainFile,
  check: ReturnType<typeof checkOnce>,
): ReadFunction {
  const load = (from: TextOrFile, what: string): SourceText | Diagnostic => {
    if ("text" in from) return { file: `${file}#${nf.id}`, text: from.text };
    return (
      readFile(from.file) ?? error("chain-no-file", `${nf.id}: the ${what} ${from.file} cannot be read`, null)
    );
  };
  const failed = (diagnostic: Diagnostic): ReadFunction => ({ nf: null, diagnostics: [diagnostic] });
  if (nf.acl) {
    const source = load(nf.acl.rules, "ACL");
    if (!("text" in source)) return failed(source);
    const { rules, diagnostics } = parseAcl(source.text, source.file);
    const { action, otherwise } = nf.acl;
    return {
      nf: aclToNf(rules, nf.id, { action: action ?? "allow", otherwise }),
      diagnostics: [...diagnostics, ...silentActions(rules, source.file, action !== undefined)],
    };
  }
  if (nf.p4) {
    const program = load(nf.p4.program, "program");
    if (!("text" in program)) return failed(program);
    const entries = nf.p4.entries ? load(nf.p4.entries, "entries") : null;
    if (entries !== null && !("text" in entries)) return failed(entries);
    return p4ToNf(program, entries, nf.id, check);
  }
  if (nf.graph) {
    const elements = nf.graph.elements.map((e) => ({ ...e, span: null }));
    const known = new Set(elements.map((e) => e.name));
    const unknown = nf.graph.connections.flatMap((c) => [c.from, c.to].filter((n) => !known.has(n)));
    if (unknown.length > 0)
      return failed(error("chain-unknown-element", `${nf.id} has no element ${unknown[0]}`, null));
    return clickToNf(
      { elements, connections: nf.graph.connections.map((c) => ({ ...c, span: null })) },
      nf.id,
    );
  }
  const source = load(nf.click!, "configuration");
  if (!("text" in source)) return failed(source);
  const { graph, diagnostics } = parseClick(source.text, source.file);
  const compiled = clickToNf(graph, nf.id);
  return { nf: compiled.nf, diagnostics: [...diagnostics, ...compiled.diagnostics] };
}

const LINK = /^\s*([\w.-]+)\[([^\]]+)\]\s*->\s*\[([^\]]+)\]([\w.-]+)\s*$/;
const ENTRY = /^\s*\[([^\]]+)\]([\w.-]+)\s*$/;

function readLinks(
  { links }: ServiceChainFile,
  spanOf: (i: number) => Span,
  found: Diagnostic[],
): ChainLink[] {
  return links.flatMap((link, i) => {
    const [, nf, out, into, next] = LINK.exec(link) ?? [];
    if (nf && out && into && next) return [{ from: { nf, name: out }, to: { nf: next, name: into } }];
    found.push(error("chain-link", `a link is written nf1[out] -> [in]nf2, not "${link}"`, spanOf(i)));
    return [];
  });
}

function readEntries(
  { entries }: ServiceChainFile,
  spanOf: (i: number) => Span,
  found: Diagnostic[],
): Interface[] {
  return entries.flatMap((entry, i) => {
    const [, name, nf] = ENTRY.exec(entry) ?? [];
    if (name && nf) return [{ nf, name }];
    found.push(error("chain-entry", `an entry is written [interface]nf, not "${entry}"`, spanOf(i)));
    return [];
  });
}

const error = (code: string, message: string, span: Span | null): Diagnostic => ({
  severity: "error",
  code,
  message,
  span,
});
