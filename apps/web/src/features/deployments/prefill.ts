import { type Chain, waysOfChain } from "@p4twin/models/chain";
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

/** All nodes that a packet meets, also on the ways from and to the hosts at which the chain starts and ends. */
function nodesOfWhole(chain: PlacedChain, last: number): string[] {
  const { entry = [], exit = [] } = chain;
  // the hosts themselves send no INT
  return [...entry.slice(1, -1), ...nodesBetween(chain, 0, last), ...exit.slice(1, -1)];
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

function draftOf(segment: ChainSegment, chain: Chain, placed: Placed | null, whole: boolean): SegmentDraft {
  const functions = chain.functions.slice(segment.fromFunction, segment.toFunction + 1);
  const nodes =
    placed === null
      ? []
      : whole
        ? nodesOfWhole(placed.chain, segment.toFunction)
        : nodesBetween(placed.chain, segment.fromFunction, segment.toFunction);
  const onWay = placedElements(nodes, placed?.topology ?? null);
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
    pairBy: null,
    exporters: "",
    elements,
  };
}

/** Limits of a segment made from a whole chain without a budget (our choice). */
const UNBUDGETED = { plUs: 5_000, dlUs: 15_000 };
/** Priority begins at this share of the delay budget, dropping at the budget itself (our choice). */
const PRIORITY_SHARE = 0.8;

/** A chain without segments is one: from its first function to its last, or from host to host where it has such. */
function wholeChain(chain: Chain, placed: Placed | null): ChainSegment {
  const last = chain.functions.length - 1;
  const devices = placed ? placedElements(nodesOfWhole(placed.chain, last), placed.topology) : [];
  const { maxDelayUs } = chain;
  return {
    id: "whole-chain",
    name: "Whole chain",
    kind: devices.length > 1 ? "uc2" : "uc1",
    fromFunction: 0,
    toFunction: last,
    ...(maxDelayUs === null ? UNBUDGETED : { plUs: PRIORITY_SHARE * maxDelayUs, dlUs: maxDelayUs }),
  };
}

/** A chain, or each way of one that branches as a chain of its own, with its place and positions in the chain. */
type Way = { chain: Chain; placed: Placed | null; positions: number[]; name: string };

function waysApart(chain: Chain, placed: Placed | null): Way[] {
  const { branches, ...whole } = chain;
  if (branches === undefined)
    return [{ chain, placed, positions: [...chain.functions.keys()], name: "Whole chain" }];
  return waysOfChain(chain).map(({ functions: positions, share }, index) => {
    const functions = positions.map((k) => chain.functions[k] ?? "");
    const way = placed?.chain.ways?.find((other) => other.functions.join() === positions.join());
    const hosts = positions.map((k) => placed?.chain.hosts[k] ?? "");
    const percent = Number((100 * share).toPrecision(3));
    return {
      chain: { ...whole, functions },
      placed: placed && way ? { ...placed, chain: { ...way, id: chain.id, hosts } } : null,
      positions,
      name: `Way ${index + 1}, ${percent} %: ${functions.join(" → ")}`,
    };
  });
}

/**
 * Drafts for the segments of a chain: PL and DL from the chain, switches and node ids from its placement where known.
 */
export function draftsOfChain(chain: Chain, placed: Placed | null): SegmentDraft[] {
  const ways = waysApart(chain, placed);
  if (chain.segments.length === 0)
    return ways.map((way, index) => {
      const id = ways.length === 1 ? "whole-chain" : `way-${index + 1}`;
      return draftOf(
        { ...wholeChain(way.chain, way.placed), id, name: way.name },
        way.chain,
        way.placed,
        true,
      );
    });
  return chain.segments.flatMap((segment) => {
    const { fromFunction, toFunction } = segment;
    const way = ways.find(
      ({ positions }) => positions.includes(fromFunction) && positions.includes(toFunction),
    );
    if (way === undefined) return [];
    const [from, to] = [way.positions.indexOf(fromFunction), way.positions.indexOf(toFunction)];
    return [draftOf({ ...segment, fromFunction: from, toFunction: to }, way.chain, way.placed, false)];
  });
}
