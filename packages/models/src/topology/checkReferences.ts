import type { Diagnostic } from "../core/index.ts";
import type { Path, SourceDocument } from "./document.ts";
import { didYouMean } from "./suggest.ts";

type Fields = Record<string, unknown>;

/**
 * What a schema cannot say of a topology: ids are unique, links end at nodes, no link joins a node with itself, no two links
 * join the same pair. Works on the raw value, so that it reports beside the schema's own errors.
 */
export function checkReferences(source: SourceDocument): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, path: Path, message: string): void => {
    diagnostics.push({ severity: "error", code, message, span: source.spanAt(path) });
  };
  const root = fieldsOf(source.value);
  const nodes = listOf(root.nodes);
  const ids = new Map<string, number>();
  const telemetryIds = new Map<number, string>();
  nodes.forEach((node, i) => {
    const id = node.id;
    if (typeof id !== "string") return;
    const earlier = ids.get(id);
    if (earlier === undefined) ids.set(id, i);
    else
      report(
        "duplicate-id",
        ["nodes", i, "id"],
        `node "${id}" is already nodes[${earlier}]; give one of them another id`,
      );
    const nodeId = fieldsOf(node.telemetry).nodeId;
    if (typeof nodeId !== "number") return;
    const holder = telemetryIds.get(nodeId);
    if (holder === undefined) telemetryIds.set(nodeId, id);
    else {
      const message = `INT node id ${nodeId} already belongs to "${holder}"; reports could not be told apart`;
      report("duplicate-telemetry-id", ["nodes", i, "telemetry", "nodeId"], message);
    }
  });
  const pairs = new Map<string, number>();
  listOf(root.links).forEach((link, i) => {
    const { a, b } = link;
    for (const [end, id] of Object.entries({ a, b })) {
      if (typeof id !== "string" || ids.has(id)) continue;
      const hint = didYouMean(id, ids.keys());
      const other = end === "a" ? b : a;
      const message = `link to "${String(other)}" dangles: its end ${end} is "${id}", and there is no such node${hint}; add the node or correct the link`;
      report("dangling-link", ["links", i, end], message);
    }
    if (typeof a !== "string" || typeof b !== "string") return;
    if (a === b) {
      report("self-link", ["links", i], `link joins "${a}" with itself; a link needs two different nodes`);
      return;
    }
    const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
    const earlier = pairs.get(pair);
    if (earlier === undefined) pairs.set(pair, i);
    else {
      const message = `"${a}" and "${b}" are already joined by links[${earlier}]; write parallel links as one with their summed gbps`;
      report("duplicate-link", ["links", i], message);
    }
  });
  return diagnostics;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
