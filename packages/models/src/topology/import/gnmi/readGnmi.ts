import { checkShape, type SourceDocument } from "../../../core/index.ts";
import type { PortName } from "../../schema.ts";
import type { ImportedEnd, ImportedParts } from "../parts.ts";
import { joinNeighbours, type LinkEnd } from "./joinNeighbours.ts";
import { type GnmiInterface, gnmiFileSchema } from "./switchFile.ts";

/**
 * Reads switches as gNMI told of them (`gnmiFileSchema`): a node each and one for every neighbour that was not read,
 * links from LLDP of both sides. Ports are those of P4Runtime where the switch says which, else names of interfaces.
 */
export function readGnmi(source: SourceDocument): ImportedParts {
  const parts: ImportedParts = { name: "", nodes: [], links: [], diagnostics: [] };
  const note = (severity: "warning" | "info", code: string, message: string) =>
    parts.diagnostics.push({ severity, code, message, span: source.spanAt([]) });
  const { value, diagnostics } = checkShape(source, gnmiFileSchema, "a file of switches read by gNMI");
  if (value === null) return { ...parts, diagnostics };
  const switches = value.gnmi;
  const { links, outside, conflicts } = joinNeighbours(switches);
  switches.forEach(({ name, isProgrammable, device }, index) => {
    const kind = isProgrammable || device.nodeIds.length > 0 ? "device" : "switch";
    parts.nodes.push({ id: name, kind, place: () => source.spanAt(["gnmi", index]) });
  });
  const names = new Set(switches.map(({ name }) => name));
  for (const { id, name, kind } of outside)
    parts.nodes.push({ id, title: name, kind: kind ?? "host", place: () => null });
  const ports = new Map(switches.map(({ name, device }) => [name, portsOf(device.interfaces)]));
  const endOf = ({ device, port }: LinkEnd): ImportedEnd => {
    const numbered = ports.get(device);
    const known = numbered?.get(port) ?? port.slice(0, 64);
    // an interface that its switch did not list may be called as another one's number
    const isDoubtful = numbered !== undefined && !numbered.has(port) && /^\d+$/.test(port);
    return { node: device, ...(known === "" || isDoubtful ? {} : { port: known }) };
  };
  for (const { a, b, gbps } of links)
    parts.links.push({ a: endOf(a), b: endOf(b), gbps, delayUs: null, place: () => null });
  for (const conflict of conflicts) note("warning", "neighbours-disagree", `${conflict}; left out`);
  const silent = switches.filter(({ device }) => device.neighbours.length === 0).map(({ name }) => name);
  if (silent.length > 0)
    note("warning", "no-neighbours", `without LLDP neighbours: ${silent.join(", ")}; draw their links`);
  const oneSided = links.filter(({ seenBy, b }) => seenBy === "one" && names.has(b.device));
  if (oneSided.length > 0) {
    const [first] = oneSided;
    const more = oneSided.length > 1 ? ` and ${oneSided.length - 1} more` : "";
    note(
      "info",
      "seen-by-one-side",
      `links that one side only tells of: ${first?.a.device} ${first?.a.port} to ${first?.b.device}${more}`,
    );
  }
  const unknown = outside.filter(({ kind }) => kind === null).length;
  if (unknown > 0)
    note("info", "assumed-host", `${unknown} of the neighbours do not say what they are: taken as hosts`);
  return parts;
}

/** Interfaces by the numbers that P4Runtime knows them by, as INT reports do, and by name where they have none. */
function portsOf(interfaces: readonly GnmiInterface[]): ReadonlyMap<string, PortName> {
  const numbered = interfaces.map(({ name, p4Port }) => [name, p4Port ?? name.slice(0, 64)] as const);
  const isUnique = new Set(numbered.map(([, port]) => String(port))).size === numbered.length;
  return new Map(isUnique ? numbered : interfaces.map(({ name }) => [name, name.slice(0, 64)] as const));
}
