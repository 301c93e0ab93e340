import type { Chain } from "@p4twin/models/chain";
import type { PlacedChain } from "@p4twin/models/placement";
import type { Topology } from "@p4twin/models/topology";
import { type GapElement, newLink, newSwitch, newVnf, type SegmentDraft, type SwitchDraft } from "./draft.ts";

/** What is known of where a chain runs; without it only the limits of its segments can be filled in. */
export type Placed = { chain: PlacedChain; topology: Topology | null };

type ChainSegment = Chain["segments"][number];

/** Nodes that a packet meets from one function of a placed chain to another, in order. */
function nodesBetween({ hosts, route }: PlacedChain, from: number, to: number): string[] {
  const nodes = [hosts[from] ?? ""];
  // route holds one path for each pair of consecutive functions on different devices
  let pair = 0;
  for (let i = 0; i < to; i++) {
    if (hosts[i] === hosts[i + 1]) continue;
    if (i >= from) nodes.push(...(route[pair] ?? []).slice(1));
    pair += 1;
  }
  return nodes.filter((node) => node !== "");
}

/** Devices on the way with what lies between them; plain switches and hosts send no INT and count to the link. */
function placedElements(nodes: readonly string[], topology: Topology | null): (SwitchDraft | GapElement)[] {
  const find = (id: string) => topology?.nodes.find((n) => n.id === id);
  const devices = nodes.filter((id) => {
    const node = find(id);
    return node === undefined || node.kind === "device";
  });
  return devices.flatMap((id, i) => {
    const node = find(id);
    const element: SwitchDraft = {
      ...newSwitch(id, node?.telemetry?.nodeId ?? null),
      timeUnit: node?.telemetry?.timeUnit ?? "ns",
      device: node?.profile ?? null,
    };
    return i === 0 ? [element] : [newLink(`${devices[i - 1]}-${id}`), element];
  });
}

function draftOf(segment: ChainSegment, chain: Chain, placed: Placed | null): SegmentDraft {
  const functions = chain.functions.slice(segment.fromFunction, segment.toFunction + 1);
  const onWay = placed
    ? placedElements(nodesBetween(placed.chain, segment.fromFunction, segment.toFunction), placed.topology)
    : [];
  const [first] = onWay.filter((e) => e.kind === "switch");
  const last = onWay.filter((e) => e.kind === "switch").at(-1);
  const single = first && last && first === last ? first : null;
  const elements =
    segment.kind === "uc1"
      ? // the switch, what hangs behind it, and the switch again
        [single ?? newSwitch(), newVnf(functions[0] ?? "VNF"), { ...(single ?? newSwitch()) }]
      : onWay.length > 1
        ? onWay
        : [newSwitch(), newLink(), newSwitch()];
  return {
    key: segment.id,
    id: segment.id,
    name:
      segment.name ?? `${functions[0] ?? segment.id}${functions.length > 1 ? ` to ${functions.at(-1)}` : ""}`,
    kind: segment.kind,
    plUs: segment.plUs,
    dlUs: segment.dlUs,
    alarm: null,
    flows: [],
    from: { nodeId: first?.nodeId ?? null, port: null },
    to: { nodeId: (segment.kind === "uc1" ? first : last)?.nodeId ?? null, port: null },
    elements,
  };
}

/** Drafts for the segments of a chain: PL and DL from the chain, switches and node ids from its placement where known. */
export const draftsOfChain = (chain: Chain, placed: Placed | null): SegmentDraft[] =>
  chain.segments.map((segment) => draftOf(segment, chain, placed));
