import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import { parseIp } from "@p4twin/models/telemetry";
import { freeId } from "@/lib/slug.ts";
import type { RouterInputs, RouterOutputs } from "@/lib/trpc.ts";

export type BoundSegment = RouterOutputs["deployments"]["get"]["segments"][number];
export type SegmentInput = NonNullable<RouterInputs["deployments"]["create"]["segments"]>[number];
type Element = BoundSegment["elements"][number];
type SwitchElement = Extract<Element, { kind: "switch" }>;
export type GapElement = Exclude<Element, SwitchElement>;
type VnfElement = Extract<Element, { kind: "vnf" }>;
type VnfServer = NonNullable<VnfElement["server"]>;

/** Fields that may still be empty while one types. */
export type Ends = { nodeId: number | null; port: number | null };
export type SwitchDraft = Omit<SwitchElement, "nodeId"> & { nodeId: number | null };
export type ServerDraft = Omit<VnfServer, "cores" | "functions"> & {
  cores: number | null;
  functions: { type: string; cyclesPerPacket: number | null; cyclesPerBatch?: number | undefined }[];
};
type VnfDraft = Omit<VnfElement, "server"> & { server?: ServerDraft | null | undefined };
export type GapDraft = VnfDraft | Exclude<GapElement, VnfElement>;
export type FlowDraft = {
  src: string;
  dst: string;
  proto: number | null;
  srcPort: number | null;
  dstPort: number | null;
};

/** A segment as the form holds it; `key` keeps its place in lists, it is not sent. */
export type SegmentDraft = {
  key: string;
  id: string;
  name: string;
  kind: BoundSegment["kind"];
  plUs: number | null;
  dlUs: number | null;
  alarm: BoundSegment["alarm"];
  flows: FlowDraft[];
  from: Ends;
  to: Ends;
  /** how postcards are joined to a packet; null: they are not */
  pairBy: Exclude<BoundSegment["pairBy"], undefined>;
  /** addresses of the exporters whose reports count, separated by commas; empty: all of them */
  exporters: string;
  elements: (SwitchDraft | GapDraft)[];
};

export const newSwitch = (label = "switch", nodeId: number | null = null): SwitchDraft => ({
  kind: "switch",
  label,
  nodeId,
  timeUnit: "ns",
  program: null,
  device: null,
  path: "max",
  engine: DEFAULT_ESTIMATOR,
  queue: null,
});
export const newVnf = (label = "VNF"): VnfElement => ({
  kind: "vnf",
  label,
  meanUs: null,
  sigmaUs: null,
  source: "declared",
});
export const newLink = (label = "link"): GapElement => ({ kind: "link", label, delayUs: null });

export const newFlow = (): FlowDraft => ({ src: "", dst: "", proto: null, srcPort: null, dstPort: null });

/** PL and DL of a new segment (our choice: the values of the thesis' example chain, to be changed). */
const NEW_PL_US = 5_000;
const NEW_DL_US = 15_000;

/** A segment to fill in: around one switch with a VNF behind it. */
export const newSegment = (taken: readonly string[]): SegmentDraft => {
  const id = freeId(`segment-${taken.length + 1}`, taken);
  return {
    key: crypto.randomUUID(),
    id,
    name: `Segment ${taken.length + 1}`,
    kind: "uc1",
    plUs: NEW_PL_US,
    dlUs: NEW_DL_US,
    alarm: null,
    flows: [],
    from: { nodeId: null, port: null },
    to: { nodeId: null, port: null },
    pairBy: null,
    exporters: "",
    elements: [newSwitch(), newVnf(), newSwitch()],
  };
};

/** A stored segment as a draft. */
export const toDraft = (segment: BoundSegment): SegmentDraft => ({
  ...segment,
  key: segment.id,
  pairBy: segment.pairBy ?? null,
  exporters: (segment.exporters ?? []).join(", "),
  flows: segment.flows.map((f) => ({ ...f, src: f.src ?? "", dst: f.dst ?? "" })),
});

const isSwitch = (element: SwitchDraft | GapDraft): element is SwitchDraft => element.kind === "switch";

/** A server to fill in: one core of the library's profile with one function. */
export const newServer = (): ServerDraft => ({
  profile: "xeon-e5-2667v3",
  cores: 1,
  driver: "dpdk",
  transfers: 0,
  functions: [newFunction()],
  offeredPps: null,
});
export const newFunction = (): ServerDraft["functions"][number] => ({ type: "", cyclesPerPacket: null });

/** A server without gaps as the API takes it; null while something is missing. */
function toServer({ cores, functions, ...rest }: ServerDraft): VnfServer | null {
  const known = functions.flatMap(({ type, cyclesPerPacket, cyclesPerBatch }) =>
    type.trim() === "" || cyclesPerPacket === null || cyclesPerPacket <= 0
      ? []
      : [{ type: type.trim(), cyclesPerPacket, ...(cyclesPerBatch === undefined ? {} : { cyclesPerBatch }) }],
  );
  if (cores === null || known.length === 0 || known.length < functions.length) return null;
  return { ...rest, cores, functions: known };
}

function toElement(element: SwitchDraft | GapDraft): Element {
  if (isSwitch(element)) return { ...element, nodeId: element.nodeId ?? 0 };
  if (element.kind === "link") return element;
  const { server, ...vnf } = element;
  return server ? { ...vnf, server: toServer(server) } : vnf;
}

/**
 * A draft with one end changed. What held the same node id follows: the first (last) switch of the elements,
 * and for UC1 the other end and every switch, since all are the same one.
 */
export function withEnd(draft: SegmentDraft, field: "from" | "to", ends: Partial<Ends>): SegmentDraft {
  const before = draft[field].nodeId;
  const next = { ...draft, [field]: { ...draft[field], ...ends } };
  if (ends.nodeId === undefined || ends.nodeId === before) return next;
  const { nodeId } = ends;
  const sameSwitch = draft.kind === "uc1";
  const other = field === "from" ? "to" : "from";
  if (sameSwitch && next[other].nodeId === before) next[other] = { ...next[other], nodeId };
  const edge = field === "from" ? 0 : draft.elements.length - 1;
  next.elements = draft.elements.map((e, i) =>
    isSwitch(e) && (sameSwitch || i === edge) && e.nodeId === before ? { ...e, nodeId } : e,
  );
  return next;
}

/** The addresses that a draft names. */
export const exportersOf = ({ exporters }: Pick<SegmentDraft, "exporters">): string[] =>
  exporters.split(/[\s,]+/).filter((address) => address !== "");

/** What is wrong with a draft: a sentence by field, named `key.field`. */
export type DraftProblems = Map<string, string>;

/** Everything that keeps drafts from being bound, by field. */
export function checkDrafts(drafts: readonly SegmentDraft[]): DraftProblems {
  const problems: DraftProblems = new Map();
  const seen = new Set<string>();
  for (const draft of drafts) {
    const say = (field: string, message: string) => problems.set(`${draft.key}.${field}`, message);
    if (draft.name.trim() === "") say("name", "Give the segment a name.");
    if (!/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/.test(draft.id))
      say("id", "Use letters, digits, _ . : or -, and begin with a letter or digit.");
    else if (seen.has(draft.id)) say("id", "Another segment has this id.");
    seen.add(draft.id);
    if (draft.plUs === null || draft.plUs <= 0) say("plUs", "PL is a latency above 0.");
    if (draft.dlUs === null || draft.dlUs <= 0) say("dlUs", "DL is a latency above 0.");
    else if (draft.plUs !== null && draft.plUs > draft.dlUs)
      say("plUs", "PL must be at most DL: a packet is given priority before it is dropped.");
    const unreadable = exportersOf(draft).find((address) => parseIp(address) === null);
    if (unreadable !== undefined)
      say("exporters", `${unreadable} is not an IP address; write for example 10.0.0.1.`);
    if (draft.from.nodeId === null) say("from", "Which switch does it begin at?");
    if (draft.to.nodeId === null) say("to", "Which switch does it end at?");
    else if (draft.kind === "uc1" && draft.from.nodeId !== null && draft.from.nodeId !== draft.to.nodeId)
      say("to", "UC1 begins and ends at the same switch; choose UC2 to go across several.");
    draft.elements.forEach((element, i) => {
      if (element.label.trim() === "") say(`elements.${i}.label`, "Give it a name.");
      if (isSwitch(element) && element.nodeId === null)
        say(`elements.${i}.nodeId`, "Its INT node id is missing.");
      if (element.kind === "vnf" && element.server && toServer(element.server) === null)
        say(
          `elements.${i}.server`,
          "A server needs its cores, and of each function a name and cycles above 0.",
        );
    });
  }
  return problems;
}

const text = (value: string): string | null => (value.trim() === "" ? null : value.trim());

/** Drafts without problems as the API takes them; null while something is missing. */
export function toSegments(drafts: readonly SegmentDraft[]): SegmentInput[] | null {
  if (checkDrafts(drafts).size > 0) return null;
  const segments: SegmentInput[] = [];
  for (const { key: _key, plUs, dlUs, from, to, elements, flows, exporters, ...rest } of drafts) {
    if (plUs === null || dlUs === null || from.nodeId === null || to.nodeId === null) return null;
    segments.push({
      ...rest,
      name: rest.name.trim(),
      ...(exporters.trim() !== "" && { exporters: exportersOf({ exporters }) }),
      plUs,
      dlUs,
      from: { ...from, nodeId: from.nodeId },
      to: { ...to, nodeId: to.nodeId },
      flows: flows.map((f) => ({ ...f, src: text(f.src), dst: text(f.dst) })),
      elements: elements.map(toElement),
    });
  }
  return segments;
}
