import { type Diagnostic, rawFields, readDocument, type SourceDocument } from "../../core/index.ts";
import { parseTopology } from "../parseTopology.ts";
import type { Topology } from "../schema.ts";
import { assemble } from "./assemble.ts";
import { isContainerlabExport, readContainerlab } from "./containerlab.ts";
import { readGnmi } from "./gnmi/readGnmi.ts";
import { readGraphml } from "./graphml/readGraphml.ts";
import { readMiniedit } from "./miniedit.ts";
import { readMininet } from "./mininet.ts";
import { isNetbox, readNetbox } from "./netbox.ts";
import type { ImportedParts, ImportOptions } from "./parts.ts";

/** The formats of topology files that are read, as people know them. */
export const topologyFormats = {
  p4twin: "P4Twin topology (JSON or YAML)",
  mininet: "Mininet / P4 tutorial topology.json",
  miniedit: "MiniEdit drawing",
  containerlab: "containerlab",
  netbox: "NetBox REST pages (JSON)",
  gnmi: "switches read by gNMI (p4twin attach --gnmi --out)",
  graphml: "GraphML",
} as const;
export type TopologyFormat = keyof typeof topologyFormats;

/** Endings of the files that can hold a topology. */
export const topologyFileEndings = [".json", ".yaml", ".yml", ".graphml", ".xml", ".mn"] as const;

export type ImportedTopology = {
  format: TopologyFormat;
  /** null when there is an error among the diagnostics */
  topology: Topology | null;
  diagnostics: Diagnostic[];
};

/** Our choice: as the API takes. */
const MAX_CHARS = 8_000_000;

/**
 * Reads a topology of any of `topologyFormats`; the format is told by the content. Errors have place and
 * remedy; what the file holds and a topology does not is listed as warnings, what was supposed as
 * information. Never throws on input.
 */
export function importTopology(text: string, file: string, options: ImportOptions = {}): ImportedTopology {
  if (text.length > MAX_CHARS) {
    const message = `the file has ${text.length} characters, at most ${MAX_CHARS} are read`;
    return {
      format: "p4twin",
      topology: null,
      diagnostics: [{ severity: "error", code: "too-large", message, span: null }],
    };
  }
  if (/^\uFEFF?\s*</.test(text))
    return finish("graphml", readGraphml(text.replace(/^\uFEFF/, " "), file), options);
  const source = readDocument(text, file);
  const format = source.diagnostics.length > 0 ? "p4twin" : formatOf(source);
  if (format === "mininet") return finish(format, readMininet(source, file), options);
  if (format === "miniedit") return finish(format, readMiniedit(source, file), options);
  if (format === "containerlab") return finish(format, readContainerlab(source), options);
  if (format === "netbox") return finish(format, readNetbox(source), options);
  if (format === "gnmi") return finish(format, readGnmi(source), options);
  const template = /\{\{.*\}\}/.exec(text);
  if (source.diagnostics.length > 0 && template && /\.gotmpl$|^topology:/m.test(`${file}\n${text}`)) {
    const message = "the file is a template of containerlab; render it first, then import the result";
    return {
      format: "containerlab",
      topology: null,
      diagnostics: [{ severity: "error", code: "template", message, span: source.spanAt([]) }],
    };
  }
  return { format, ...parseTopology(text, file) };
}

function finish(format: TopologyFormat, parts: ImportedParts, options: ImportOptions): ImportedTopology {
  const { topology, diagnostics } = assemble(parts, options);
  const place = (diagnostic: Diagnostic) => diagnostic.span?.start ?? Number.POSITIVE_INFINITY;
  const sorted = diagnostics.toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
  return { format, topology, diagnostics: capped(sorted) };
}

/** More problems than this help nobody (our choice). */
const MAX_DIAGNOSTICS = 100;

function capped(diagnostics: Diagnostic[]): Diagnostic[] {
  if (diagnostics.length <= MAX_DIAGNOSTICS) return diagnostics;
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  const others = diagnostics.filter((diagnostic) => diagnostic.severity !== "error");
  const shown = [...errors, ...others].slice(0, MAX_DIAGNOSTICS);
  const message = `${diagnostics.length - shown.length} more like these are not listed`;
  const severity = shown.at(-1)!.severity;
  return [...shown, { severity, code: "more", message, span: null }];
}

/** By the keys that only this format has at its top. */
function formatOf(source: SourceDocument): TopologyFormat {
  const fields = rawFields(source.value);
  const inner = rawFields(fields.topology);
  const isGraph = (value: Record<string, unknown>) => "hosts" in value || "switches" in value;
  if (isContainerlabExport(fields)) return "containerlab";
  if ("gnmi" in fields) return "gnmi";
  if ("nodes" in fields && !("topology" in fields)) return "p4twin";
  if (isNetbox(source.value, fields)) return "netbox";
  if (isGraph(fields) && Array.isArray(fields.hosts) && "application" in fields) return "miniedit";
  if (isGraph(fields) || isGraph(inner)) return "mininet";
  return "topology" in fields ? "containerlab" : "p4twin";
}
