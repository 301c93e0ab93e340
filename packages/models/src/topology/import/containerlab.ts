import { rawFields, type SourceDocument } from "../../core/index.ts";
import { type TopologyNode, topologySchema } from "../schema.ts";
import { containerlabKind, containerlabProfile } from "./containerlabKinds.ts";
import { createNotKept } from "./notKept.ts";
import type { ImportedEnd, ImportedParts } from "./parts.ts";

/** Types of links between two nodes: what is stitched goes through the machine of the lab, and joins both. */
const BETWEEN_NODES = new Set(["", "veth", "veth-stitch"]);

/** Labels by which a containerlab file can say what P4Twin should take a node for. */
const KIND_LABEL = "p4twin-kind";
const PROFILE_LABEL = "p4twin-profile";
/** Labels by which containerlab's own drawing places a node. */
const X_LABEL = "graph-posX";
const Y_LABEL = "graph-posY";
const READ_LABELS = new Set([KIND_LABEL, PROFILE_LABEL, X_LABEL, Y_LABEL]);
/** Fields of a node that are read, or that say how its container is run and nothing of the network. */
const NODE_FIELDS = new Set(["kind", "group", "image", "labels"]);
const LINK_FIELDS = new Set(["endpoints", "type", "a", "z"]);
/** Ends that are no node of the lab (containerlab, "Links"). */
const OUTSIDE = new Set(["host", "mgmt-net", "macvlan"]);

const nodeKinds: readonly string[] = topologySchema.shape.nodes.element.shape.kind.options;
const isNodeKind = (text: string): text is TopologyNode["kind"] => nodeKinds.includes(text);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Reads a containerlab file (`*.clab.yml`): nodes with kind and image, which a node may take from its group,
 * its kind or the defaults, and links in the short (`["a:eth1", "b:eth1"]`) and the long form. It has no
 * rates and no delays. `p4twin-kind` and `p4twin-profile` labels decide where kind and image do not. What a running lab
 * exports (`topology-data.json`) is read as well: there defaults and groups are resolved, and links have ends a and z.
 */
export function readContainerlab(source: SourceDocument): ImportedParts {
  const outer = rawFields(source.value);
  const isExported = isContainerlabExport(outer);
  const base = isExported ? [] : ["topology"];
  const topology = isExported ? outer : rawFields(outer.topology);
  const [defaults, kinds, groups] = [
    rawFields(topology.defaults),
    rawFields(topology.kinds),
    rawFields(topology.groups),
  ];
  const parts: ImportedParts = { name: text(outer.name), nodes: [], links: [], diagnostics: [] };
  const notKept = createNotKept();
  const place = (path: readonly (string | number)[]) => () => source.spanAt([...base, ...path]);
  const error = (code: string, message: string, path: readonly (string | number)[]) =>
    parts.diagnostics.push({ severity: "error", code, message, span: place(path)() });

  const nodes = rawFields(topology.nodes);
  for (const [id, given] of Object.entries(nodes)) {
    const own = rawFields(given);
    const groupName = text(own.group);
    const group = rawFields(groups[groupName]);
    const kind = text(own.kind) || text(group.kind) || text(defaults.kind);
    const layers = [own, group, rawFields(kinds[kind]), defaults];
    const image = layers.map((layer) => text(layer.image)).find((found) => found !== "") ?? "";
    const labels = Object.assign({}, ...layers.map((layer) => rawFields(layer.labels)).reverse());
    const wanted = text(labels[KIND_LABEL]);
    if (wanted !== "" && !isNodeKind(wanted)) {
      const message = `label ${KIND_LABEL} of "${id}" is "${wanted}"; it must be ${nodeKinds.join(" or ")}`;
      error("unknown-value", message, ["nodes", id]);
    }
    const stated = text(labels[PROFILE_LABEL]);
    const [x, y] = [Number.parseFloat(labels[X_LABEL]), Number.parseFloat(labels[Y_LABEL])];
    const isKind = isNodeKind(wanted) ? wanted : stated === "" ? containerlabKind(kind, image) : "device";
    const profile = stated || (isKind === "device" ? containerlabProfile(kind, image) : null);
    parts.nodes.push({
      id,
      kind: isKind,
      ...(profile === null ? {} : { profile }),
      ...(Number.isFinite(x) && Number.isFinite(y) ? { position: { x, y } } : {}),
      place: place(["nodes", id]),
    });
    if (kind === "" && wanted === "") {
      const message = `node "${id}" has no kind, neither itself nor by group or defaults: taken as a plain switch`;
      parts.diagnostics.push({ severity: "warning", code: "no-kind", message, span: place(["nodes", id])() });
    }
    // a lab that runs tells of its containers, not more of the network
    if (isExported) continue;
    for (const field of Object.keys(own))
      if (!NODE_FIELDS.has(field)) notKept.add("nodes", field, place(["nodes", id, field]));
    for (const label of Object.keys(rawFields(own.labels)))
      if (!READ_LABELS.has(label)) notKept.add("nodes", `labels.${label}`, place(["nodes", id, "labels"]));
  }

  const links = topology.links ?? [];
  if (!Array.isArray(links))
    error("bad-link", 'links is not a list; write entries as endpoints: ["a:eth1", "b:eth1"]', ["links"]);
  else {
    links.forEach((given: unknown, index) => {
      const link = rawFields(given);
      const path = ["links", index];
      const type = text(link.type);
      for (const field of Object.keys(link))
        if (!LINK_FIELDS.has(field)) notKept.add("links", field, place([...path, field]));
      if (!BETWEEN_NODES.has(type)) {
        leaves(`link of type ${type}`, index);
        return;
      }
      const ends = endsOf(link).map(endOf);
      const [a, b] = ends;
      if (isExported && ends.length === 1) {
        leaves("link with one end", index);
        return;
      }
      if (ends.length !== 2 || !a || !b) {
        const message = `links[${index}] has no two endpoints; write endpoints: ["a:eth1", "b:eth1"]`;
        error("bad-link", message, path);
        return;
      }
      const outside = [a, b].find((end) => OUTSIDE.has(end.node) && !(end.node in nodes));
      if (outside) leaves(`link to "${outside.node}"`, index);
      else parts.links.push({ a, b, gbps: null, delayUs: null, place: place(path) });
    });
  }
  function leaves(what: string, index: number): void {
    const message = `${what} (links[${index}]) is left out: it leads out of the lab`;
    parts.diagnostics.push({
      severity: "warning",
      code: "leaves-lab",
      message,
      span: place(["links", index])(),
    });
  }
  for (const key of isExported ? [] : Object.keys(outer))
    if (key !== "name" && key !== "topology") notKept.add("file", key, () => source.keySpanAt([], key));
  parts.diagnostics.push(...notKept.diagnostics());
  return parts;
}

/** Whether a document is what containerlab writes into the folder of a lab that runs. */
export const isContainerlabExport = (fields: Record<string, unknown>): boolean =>
  fields.type === "clab" && "clab" in fields && "nodes" in fields;

/** Ends as a list, or by name as a lab that runs exports them, in older versions without `endpoints` around them. */
function endsOf(link: Record<string, unknown>): unknown[] {
  if (Array.isArray(link.endpoints)) return link.endpoints;
  const { a, z } = "endpoints" in link ? rawFields(link.endpoints) : link;
  return [a, z].filter((end) => end !== undefined);
}

/** "srl:e1-1" or { node, interface }; null when it is neither. */
function endOf(value: unknown): ImportedEnd | null {
  if (typeof value === "string") {
    const colon = value.indexOf(":");
    if (colon <= 0) return value === "" || colon === 0 ? null : { node: value };
    const port = value.slice(colon + 1, colon + 65);
    return { node: value.slice(0, colon), ...(port === "" ? {} : { port }) };
  }
  const { node, interface: port } = rawFields(value);
  if (typeof node !== "string" || node === "") return null;
  return { node, ...(typeof port === "string" && port !== "" ? { port: port.slice(0, 64) } : {}) };
}
