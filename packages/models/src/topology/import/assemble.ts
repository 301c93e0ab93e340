import { assert, type Diagnostic, didYouMean, hasErrors } from "../../core/index.ts";
import { MAX_SUGGESTIONS } from "../checkLinks.ts";
import { type Topology, type TopologyLink, type TopologyNode, topologySchema } from "../schema.ts";
import { mergeParallel } from "./mergeParallel.ts";
import type { ImportedLink, ImportedNode, ImportedParts, ImportOptions } from "./parts.ts";
import { safeId, uniqueIds } from "./safeIds.ts";

/** Our choice: what a page can still hold and a file can still mean. */
const MAX_NODES = 20_000;
const MAX_LINKS = 200_000;
/** Our choice: 10 GbE, as the access links of `fatTreeDefaults`. */
const DEFAULT_LINK_GBPS = 10;
const MAX_NAME_CHARS = 200;

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/**
 * Makes a topology of what a reader found. Errors: a link to a node that is not there, a port used twice, an
 * id twice, no nodes, too many. Everything else that had to be changed or supposed is told as a warning or an
 * information.
 */
export function assemble(
  parts: ImportedParts,
  options: ImportOptions,
): { topology: Topology | null; diagnostics: Diagnostic[] } {
  const diagnostics = [...parts.diagnostics];
  const add = (severity: Diagnostic["severity"], code: string, message: string, span: Diagnostic["span"]) =>
    diagnostics.push({ severity, code, message, span });
  const { nodes, links } = parts;
  if (nodes.length > MAX_NODES || links.length > MAX_LINKS) {
    const message = `${nodes.length} nodes and ${links.length} links are too many; at most ${MAX_NODES} nodes and ${MAX_LINKS} links can be read`;
    add("error", "too-large", message, null);
    return { topology: null, diagnostics };
  }
  if (nodes.length === 0 && !hasErrors(diagnostics)) {
    add("error", "no-nodes", "the file describes no nodes; a topology needs at least one", null);
  }
  const ids = renamed(nodes, diagnostics);
  const checked = checkEnds(links, ids, diagnostics);
  if (hasErrors(diagnostics)) return { topology: null, diagnostics };

  const withoutProfile: string[] = [];
  const ourNodes = nodes.map((node): TopologyNode => {
    const id = ids.get(node.id)!;
    const profile = node.profile ?? (node.kind === "device" ? options.deviceProfile : undefined);
    if (node.kind === "device" && profile === undefined) withoutProfile.push(id);
    return {
      id,
      kind: node.kind,
      ...(profile === undefined ? {} : { profile }),
      ...(node.delayUs === undefined ? {} : { delayUs: node.delayUs }),
      ...(node.position === undefined ? {} : { position: node.position }),
    };
  });
  if (withoutProfile.length > 0) {
    const message = `${plural(withoutProfile.length, "programmable node")} (${withoutProfile.slice(0, 3).join(", ")}${withoutProfile.length > 3 ? ", …" : ""}) without a device profile: the file names none; choose one before chains are placed`;
    add("info", "no-profile", message, null);
  }

  const merged = mergeParallel(checked, ids, diagnostics);
  const gbps = options.linkGbps ?? DEFAULT_LINK_GBPS;
  const unrated = merged.filter((link) => link.gbps === null).length;
  if (unrated > 0) {
    const message = `${plural(unrated, "link")} without a rate: taken as ${gbps} Gbps, which is our choice; correct it where it matters`;
    add("info", "assumed-rate", message, null);
  }
  const derived = merged.filter((link) => link.fromDistance).length;
  if (derived > 0) {
    const message = `the delay of ${plural(derived, "link")} is derived from the distance of the ends, 5 us for a km of fibre; it is marked so`;
    add("info", "derived-delay", message, null);
  }
  const ourLinks = merged.map(
    ({ a, b, gbps: given, delayUs, fromDistance }): TopologyLink => ({
      a: ids.get(a.node)!,
      b: ids.get(b.node)!,
      gbps: given ?? gbps,
      ...(delayUs === null ? {} : { delayUs }),
      ...(fromDistance && delayUs !== null ? { delaySource: "distance" as const } : {}),
      ...(a.port === undefined ? {} : { aPort: a.port }),
      ...(b.port === undefined ? {} : { bPort: b.port }),
    }),
  );
  const topology = topologySchema.safeParse({
    version: 1,
    name: parts.name.trim().slice(0, MAX_NAME_CHARS) || "imported cloud",
    nodes: ourNodes,
    links: ourLinks,
  });
  assert(topology.success, `an importer made a topology that is none: ${topology.error?.message}`);
  return { topology: topology.data, diagnostics };
}

/** Our ids of the nodes, by their own ids; a node by its title where it has one. */
function renamed(nodes: readonly ImportedNode[], diagnostics: Diagnostic[]): Map<string, string> {
  const ours = uniqueIds(
    nodes.map(({ id, title }) => (title !== undefined && safeId(title) !== "" ? title : id)),
    "node",
  );
  const ids = new Map<string, string>();
  const changed: string[] = [];
  nodes.forEach((node, index) => {
    if (ids.has(node.id)) {
      const message = `there are two nodes "${node.id}"; give one of them another id`;
      diagnostics.push({ severity: "error", code: "duplicate-id", message, span: node.place() });
      return;
    }
    const id = ours[index]!;
    ids.set(node.id, id);
    if (id !== (node.title ?? node.id)) changed.push(`"${node.title ?? node.id}" is ${id}`);
  });
  if (changed.length > 0) {
    const message = `${plural(changed.length, "node")} got another name, as ids hold letters, digits, _ . : and - only and are unique: ${changed.slice(0, 3).join(", ")}${changed.length > 3 ? ", …" : ""}`;
    diagnostics.push({ severity: "info", code: "renamed", message, span: null });
  }
  return ids;
}

/** The links whose two ends are there; self-links are left out. */
function checkEnds(
  links: readonly ImportedLink[],
  ids: ReadonlyMap<string, string>,
  diagnostics: Diagnostic[],
): ImportedLink[] {
  let suggestions = 0;
  const ports = new Map<string, ImportedLink>();
  return links.filter((link) => {
    const problem = (severity: "error" | "warning", code: string, message: string) => {
      diagnostics.push({ severity, code, message, span: link.place() });
      return false;
    };
    for (const [end, other] of [
      [link.a, link.b],
      [link.b, link.a],
    ] as const) {
      if (ids.has(end.node)) continue;
      const hint = suggestions++ < MAX_SUGGESTIONS ? didYouMean(end.node, ids.keys()) : "";
      return problem(
        "error",
        "dangling-link",
        `link to "${other.node}" dangles: its end is "${end.node}", and there is no such node${hint}; add it or correct the link`,
      );
    }
    if (link.a.node === link.b.node) {
      return problem(
        "warning",
        "self-link",
        `the link of "${link.a.node}" with itself is left out: it carries nothing between nodes`,
      );
    }
    for (const { node, port } of [link.a, link.b]) {
      if (port === undefined) continue;
      const key = `${node}\n${port}`;
      const holder = ports.get(key);
      if (holder && !(link.directed && isWayBack(holder, link))) {
        const [from, to] = [holder.a.node, holder.b.node];
        return problem(
          "error",
          "port-used-twice",
          `port ${port} of "${node}" is already used by the link between "${from}" and "${to}"; a port carries one link`,
        );
      }
      ports.set(key, link);
    }
    return true;
  });
}

const isWayBack = (there: ImportedLink, back: ImportedLink): boolean =>
  there.a.node === back.b.node && there.b.node === back.a.node;
