import type { Diagnostic } from "../../../core/index.ts";
import type { ClickGraph } from "./clickGraph.ts";

const COPIERS = ["Tee", "PullTee"];
/** Ends that look at packets and change nothing of what the network sees. */
const WATCHERS = ["ToHostSniffers", "ToDump", "Discard"];

/**
 * The configuration without copies that only somebody who watches gets (Click's own gateways copy each packet to the
 * host's sniffers): such a Tee lets packets through, and a warning says that the copies are not made.
 */
export function withoutTaps(graph: ClickGraph): { graph: ClickGraph; diagnostics: Diagnostic[] } {
  const classOf = new Map(graph.elements.map((e) => [e.name, e.class]));
  const diagnostics: Diagnostic[] = [];
  const through = new Map<string, number>();
  for (const element of graph.elements) {
    if (!COPIERS.includes(element.class)) continue;
    const ports = new Map<number, boolean>();
    for (const c of graph.connections)
      if (c.from === element.name) ports.set(c.fromPort, WATCHERS.includes(classOf.get(c.to) ?? ""));
    const kept = [...ports].filter(([, isWatched]) => !isWatched);
    if (ports.size < 2 || kept.length !== 1) continue;
    through.set(element.name, kept[0]![0]);
    const watchers = graph.connections.filter((c) => c.from === element.name && c.fromPort !== kept[0]![0]);
    const named = [...new Set(watchers.map((c) => classOf.get(c.to)))].filter((c) => c !== "Discard");
    if (named.length > 0)
      diagnostics.push({
        severity: "warning",
        code: "click-tap",
        message: `${element.class} ${element.name}: its copies for ${named.join(" and ")} are not made by the synthesised function`,
        span: element.span,
      });
  }
  if (through.size === 0) return { graph, diagnostics };
  const connections = graph.connections
    .filter((c) => (through.get(c.from) ?? c.fromPort) === c.fromPort)
    .map((c) => (through.has(c.from) ? { ...c, fromPort: 0 } : c));
  const left = new Set(connections.map((c) => c.to));
  const before = new Set(graph.connections.map((c) => c.to));
  const elements = graph.elements
    .filter((e) => !before.has(e.name) || left.has(e.name))
    .map((e) => (through.has(e.name) ? { ...e, class: "Null", arguments: [] } : e));
  return { graph: { elements, connections }, diagnostics };
}
