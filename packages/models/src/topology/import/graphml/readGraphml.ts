import type { Diagnostic } from "../../../core/index.ts";
import type { TopologyNode } from "../../schema.ts";
import { createNotKept } from "../notKept.ts";
import type { ImportedEnd, ImportedLink, ImportedNode, ImportedParts } from "../parts.ts";
import {
  type Attributes,
  attributesOf,
  edgeDelayUs,
  edgeGbps,
  edgeKm,
  type Keys,
  pick,
  readKeys,
  signedNumber,
} from "./attributes.ts";
import { type Coordinates, distanceKm, project, US_PER_KM } from "./geography.ts";
import { readXml, type XmlElement } from "./xml.ts";

/** What words of a node's type mean here. */
const KIND_WORDS: readonly (readonly [words: RegExp, kind: TopologyNode["kind"]])[] = [
  [/^(device|p4|programmable|smartnic|npu|fpga|asic|tofino|bmv2)/i, "device"],
  [/^(host|server|client|end)/i, "host"],
  [/^(switch|router|core|tor|spine|leaf|pop)/i, "switch"],
];

type Found = { element: XmlElement; attributes: Attributes; used: Set<string> };

/**
 * Reads GraphML: plain, of the Internet Topology Zoo (places, link speeds) and of yEd (labels and places of
 * its drawing). Nothing in it says what is programmable unless a node has a type or a profile, so nodes are
 * plain switches otherwise. A link whose ends have coordinates and that has no delay gets the one of light in
 * fibre over the great circle, marked as derived.
 */
export function readGraphml(text: string, fileName: string): ImportedParts {
  const { root, diagnostics, spanAt } = readXml(text, fileName);
  const parts: ImportedParts = { name: "", nodes: [], links: [], diagnostics: [...diagnostics] };
  if (diagnostics.length > 0) return parts;
  const report = (
    severity: Diagnostic["severity"],
    code: string,
    message: string,
    element: XmlElement | null,
  ) => parts.diagnostics.push({ severity, code, message, span: element ? spanAt(element.at) : spanAt(0) });
  const graph = root?.children.find((child) => child.name === "graph") ?? null;
  if (root?.name !== "graphml" || !graph) {
    const message =
      root?.name === "graphml"
        ? "the file has no <graph>; GraphML needs one"
        : `the file is XML with <${root?.name ?? "nothing"}>, not <graphml>`;
    report("error", "not-graphml", message, root);
    return parts;
  }
  const graphs = root.children.filter((child) => child.name === "graph");
  if (graphs.length > 1)
    report("warning", "not-kept", `only the first of ${graphs.length} graphs is read`, graphs[1]!);

  const keys = readKeys(root);
  const notKept = createNotKept();
  const [nodes, edges]: [Found[], Found[]] = [[], []];
  collect(graph, keys, nodes, edges, (what, element) => notKept.add("graph", what, () => spanAt(element.at)));

  const coordinates = new Map<string, Coordinates>();
  for (const { element, attributes, used } of nodes) {
    const id = element.attributes.id;
    if (id === undefined) {
      report("error", "bad-node", "a node has no id; links name nodes by it", element);
      continue;
    }
    const node = readNode(id, element, attributes, used);
    parts.nodes.push({ ...node, place: () => spanAt(element.at) });
    const latitude = signedNumber(pick(attributes, used, ["latitude", "lat"]));
    const longitude = signedNumber(pick(attributes, used, ["longitude", "long", "lon", "lng"]));
    if (latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
      coordinates.set(id, { latitude, longitude });
    for (const name of attributes.keys())
      if (!used.has(name)) notKept.add("nodes", name, () => spanAt(element.at));
  }
  if (parts.nodes.every((node) => node.position === undefined)) {
    const places = project(parts.nodes.map((node) => coordinates.get(node.id) ?? null));
    parts.nodes.forEach((node, index) => {
      const place = places[index];
      if (place) node.position = place;
    });
  }

  const directedGraph = graph.attributes.edgedefault === "directed";
  for (const { element, attributes, used } of edges) {
    const { source, target, sourceport, targetport, directed } = element.attributes;
    if (source === undefined || target === undefined) {
      report("error", "bad-link", "an edge has no source or no target; both name a node", element);
      continue;
    }
    const gbps = edgeGbps(attributes, used);
    const delayUs = edgeDelayUs(attributes, used);
    const km = edgeKm(attributes, used) ?? kmBetween(coordinates.get(source), coordinates.get(target));
    const fromDistance = delayUs === null && km !== null;
    parts.links.push({
      a: endOf(source, sourceport),
      b: endOf(target, targetport),
      gbps,
      delayUs: delayUs ?? (km === null ? null : Math.round(km * US_PER_KM * 1000) / 1000),
      ...(fromDistance ? { fromDistance } : {}),
      ...((directed === undefined ? directedGraph : directed === "true") ? { directed: true } : {}),
      place: () => spanAt(element.at),
    } satisfies ImportedLink);
    for (const name of attributes.keys())
      if (!used.has(name)) notKept.add("links", name, () => spanAt(element.at), whyNot(name));
  }

  const graphAttributes = attributesOf(graph, keys);
  const used = new Set<string>();
  parts.name = pick(graphAttributes, used, ["network", "label", "name"]) ?? nameOf(fileName);
  for (const name of graphAttributes.keys())
    if (!used.has(name)) notKept.add("graph", name, () => spanAt(graph.at));
  parts.diagnostics.push(...notKept.diagnostics());
  return parts;
}

const nameOf = (fileName: string): string => (fileName.split("/").at(-1) ?? "").replace(/\.\w+$/, "");

const whyNot = (name: string): string | undefined =>
  /(delay|latency|bandwidth|capacity|speed|rate|distance|length)/.test(name)
    ? 'its unit is unknown; write the value with it ("10 Gbps", "2 ms", "80 km")'
    : undefined;

/** Nodes and edges of a graph and of the graphs nested in its nodes (groups of yEd), which are laid flat. */
function collect(
  graph: XmlElement,
  keys: Keys,
  nodes: Found[],
  edges: Found[],
  skip: (what: string, element: XmlElement) => void,
): void {
  for (const child of graph.children) {
    const found = () => ({ element: child, attributes: attributesOf(child, keys), used: new Set<string>() });
    if (child.name === "node") {
      const nested = child.children.filter((inner) => inner.name === "graph");
      // a group of yEd is a frame around nodes, no node
      if (nested.length === 0) nodes.push(found());
      else skip("group", child);
      for (const inner of nested) collect(inner, keys, nodes, edges, skip);
    } else if (child.name === "edge") edges.push(found());
    else if (child.name !== "data" && child.name !== "desc") skip(child.name, child);
  }
}

function readNode(
  id: string,
  element: XmlElement,
  attributes: Attributes,
  used: Set<string>,
): Omit<ImportedNode, "place"> {
  const shape = yedShape(element);
  const title = pick(attributes, used, ["label", "name"]) || shape.label;
  const profile = pick(attributes, used, ["profile"]);
  const words = pick(attributes, used, ["kind", "type", "role"]);
  const kind = KIND_WORDS.find(([pattern]) => words !== null && pattern.test(words))?.[1];
  // a type that says nothing here is told as not kept
  if (words !== null && kind === undefined) for (const name of ["kind", "type", "role"]) used.delete(name);
  const delay = pick(attributes, used, ["delayus"]);
  const delayUs = delay === null ? null : signedNumber(delay);
  const [x, y] = [signedNumber(pick(attributes, used, ["x"])), signedNumber(pick(attributes, used, ["y"]))];
  const position = shape.position ?? (x !== null && y !== null ? { x, y } : null);
  return {
    id,
    kind: profile ? "device" : (kind ?? "switch"),
    ...(title ? { title } : {}),
    ...(profile ? { profile } : {}),
    ...(delayUs !== null && delayUs >= 0 ? { delayUs } : {}),
    ...(position ? { position } : {}),
  };
}

/** Label and place of yEd's drawing of a node. */
function yedShape(element: XmlElement): { label: string; position: { x: number; y: number } | null } {
  const all = descendants(element);
  const geometry = all.find(({ name }) => name === "Geometry")?.attributes ?? {};
  const number = (text: string | undefined) => signedNumber(text ?? null);
  const [x, y] = [number(geometry.x), number(geometry.y)];
  return {
    label: all.find(({ name, text }) => name === "NodeLabel" && text !== "")?.text ?? "",
    position:
      x === null || y === null
        ? null
        : { x: x + (number(geometry.width) ?? 0) / 2, y: y + (number(geometry.height) ?? 0) / 2 },
  };
}

/** Elements below the `data` of an element. */
const descendants = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => (child.name === "graph" ? [] : [child, ...descendants(child)]));

const endOf = (node: string, port: string | undefined): ImportedEnd =>
  port === undefined || port === "" ? { node } : { node, port: port.slice(0, 64) };

const kmBetween = (a: Coordinates | undefined, b: Coordinates | undefined): number | null =>
  a && b ? distanceKm(a, b) : null;
