import type { Diagnostic } from "@p4twin/models/core";
import { capacityOverCores, libraryNic, libraryServer } from "@p4twin/models/server";
import {
  type ChainThroughput,
  chainThroughput,
  cutDiagnostics,
  describeEnding,
  describeFilter,
  describeWrites,
  type Synthesis,
  softwareCycles,
  stageName,
  type TrafficClass,
} from "@p4twin/models/synthesis";
import type { FlowEdge, FlowNode } from "@p4twin/ui/graph";

/** One class for the table; `mpps` null where no element of it has known cycles. */
export type ClassRow = {
  id: number;
  operation: string;
  ending: string;
  filters: number;
  before: { operations: number; cycles: number; mpps: number | null };
  after: { operations: number; cycles: number; mpps: number | null };
  uncounted: string[];
  why: string;
  path: string[];
};

type Graph = { nodes: FlowNode[]; edges: FlowEdge[] };

/** A synthesis as the page shows it: plain data. */
export type SynthesisView = {
  file: string;
  text: string;
  status: Synthesis["status"];
  functions: string[];
  classes: ClassRow[];
  filters: { class: number; entry: string; text: string }[];
  counted: Synthesis["counted"];
  before: Graph;
  after: Graph;
  cuts: Diagnostic[];
  /** units in front of which the synthesis ends */
  cutUnits: string[];
  states: string[];
  /** over the cores of the thesis' server, one for each size of frames; empty where no class has known cycles */
  throughput: ChainThroughput[];
};

/** The machine on which the cycles were measured (thesis Table 7.1). */
const SERVER = "xeon-e5-2667v3";
/** Without a port the size of frames does not matter. */
const FRAME_BYTES = 60;
/** Our choice: sizes of frames without checksum, from the least to a full one. */
const FRAME_SIZES = [60, 128, 256, 512, 1024, 1500];
/** Our choice: classes that the graph shows; the table has all. */
const DRAWN_CLASSES = 24;

export function synthesisView(synthesis: Synthesis, file: string, text: string): SynthesisView {
  const { graph, classes, classifiers, stages, cuts, counted, status, states } = synthesis;
  const lists = [...classifiers, ...stages.map((s) => ({ entry: stageName(s.id), rules: s.rules }))];
  return {
    file,
    text,
    status,
    functions: [...graph.nfs],
    classes: classes.map(rowOf),
    filters: lists.flatMap(({ entry, rules }) =>
      rules.map((r) => ({ class: r.class, entry, text: filterText(describeFilter(r.filter)) })),
    ),
    counted,
    before: graphBefore(synthesis),
    after: graphAfter(synthesis),
    cuts: cutDiagnostics(cuts),
    cutUnits: cuts.map((c) => c.unit),
    states: states.map((s) => `${s.id}: ${s.inputs.length} inputs, in place of ${s.replaces.join(", ")}`),
    throughput: throughputOf(synthesis),
  };
}

function throughputOf(synthesis: Synthesis): ChainThroughput[] {
  const profile = libraryServer(SERVER);
  if (profile === null || synthesis.classes.every((c) => c.before.cycles === 0)) return [];
  const nic = libraryNic(profile.nics[0] ?? "");
  return FRAME_SIZES.map((frameBytes) =>
    chainThroughput(synthesis, { profile, driver: "dpdk", frameBytes, nic }),
  );
}

const filterText = (filter: Record<string, string>): string =>
  Object.entries(filter)
    .map(([field, values]) => `${field} ${values}`)
    .join(", ") || "every packet that is left";

/** What a core of the thesis' server carries with DPDK, in full batches. */
function coreMpps(cost: TrafficClass["before"]): number | null {
  const profile = libraryServer(SERVER);
  const [one] =
    profile === null
      ? []
      : capacityOverCores(profile, "dpdk", [{ type: "class", ...softwareCycles(cost) }], {
          frameBytes: FRAME_BYTES,
          port: null,
        });
  return one === undefined ? null : one.pps / 1e6;
}

function rowOf(c: TrafficClass): ClassRow {
  const cost = (of: TrafficClass["before"]) => ({
    operations: of.operations,
    cycles: of.cycles,
    mpps: of.cycles > 0 ? coreMpps(of) : null,
  });
  const writes = Object.entries(describeWrites(c.writes)).map(([field, value]) => `${field} = ${value}`);
  return {
    id: c.id,
    operation: writes.join(", ") || "nothing is written",
    ending: describeEnding(c.ending),
    filters: c.filters,
    before: cost(c.before),
    after: cost(c.after),
    uncounted: [...new Set([...c.before.uncounted, ...c.after.uncounted])],
    why: whyOf(c),
    path: [...(c.paths[0] ?? [])],
  };
}

/** What the synthesis saved for a class, and by what. */
function whyOf({ before, after, ending, writes }: TrafficClass): string {
  const saved = before.cycles - after.cycles;
  if (saved <= 0) return "nothing to save: the chain did it in one pass already";
  const how =
    ending.kind === "drop"
      ? "dropped at the classifier, not after the functions that it passed"
      : Object.keys(writes).length > 0
        ? "read once, written once with one checksum"
        : "read once, classified once";
  return `${Math.round(saved)} cycles, ${before.operations - after.operations} operations: ${how}`;
}

function graphBefore({ graph }: Synthesis): Graph {
  const nodes: FlowNode[] = [
    ...graph.entries.map((e): FlowNode => ({ id: `entry ${e.name}`, kind: "start", label: e.name })),
    ...[...graph.units.values()].map(
      (u): FlowNode => ({
        id: u.id,
        kind: u.rules.length > 1 ? "table" : "action",
        label: u.element,
        detail: `${u.nf}, ${u.rules.length} rules`,
      }),
    ),
    ...graph.exits.map((name): FlowNode => ({ id: `exit ${name}`, kind: "end", label: name })),
  ];
  const edge = (from: string, target: { kind: string; id?: string; name?: string }, port: number | null) => {
    const to = target.kind === "exit" ? `exit ${target.name}` : (target.id ?? "");
    return { id: `${from} ${port ?? ""} ${to}`, from, to, ...(port === null ? {} : { label: String(port) }) };
  };
  const edges: FlowEdge[] = [
    ...graph.entries.map((e) => edge(`entry ${e.name}`, e.target, null)),
    ...[...graph.edges].flatMap(([from, targets]) =>
      targets.flatMap((target, port) =>
        target === null ? [] : [edge(from, target, targets.length > 1 ? port : null)],
      ),
    ),
  ];
  return { nodes, edges };
}

function graphAfter({ classes, classifiers, stages }: Synthesis): Graph {
  const drawn = classes.toSorted((a, b) => b.filters - a.filters).slice(0, DRAWN_CLASSES);
  const endings = [...new Set(drawn.map((c) => describeEnding(c.ending)))];
  const rest = classes.length - drawn.length;
  const into = new Map(classifiers.map((c) => [c.entry, new Set(c.rules.map((r) => r.class))]));
  const nodes: FlowNode[] = [
    ...classifiers.map(
      (c): FlowNode => ({
        id: `entry ${c.entry}`,
        kind: "start",
        label: c.entry,
        detail: `classifier, ${c.rules.length} rules`,
      }),
    ),
    ...drawn.map((c): FlowNode => {
      const fields = Object.keys(c.writes);
      return {
        id: `class ${c.id}`,
        kind: "table",
        label: `class ${c.id}`,
        detail: fields.length === 0 ? "nothing written" : `writes ${fields.join(", ")}`,
      };
    }),
    ...endings.map((e): FlowNode => ({ id: `end ${e}`, kind: "end", label: e })),
    ...(rest > 0 ? [{ id: "rest", kind: "state" as const, label: `${rest} more classes` }] : []),
  ];
  const edges: FlowEdge[] = drawn.flatMap((c) => [
    ...classifiers.flatMap(({ entry }) =>
      into.get(entry)?.has(c.id)
        ? [{ id: `${entry} ${c.id}`, from: `entry ${entry}`, to: `class ${c.id}` }]
        : [],
    ),
    // where a rewriter chose what is read, its packets are told apart behind it
    ...stages.flatMap(({ id, rules }) =>
      endings.includes(stageName(id)) && rules.some((r) => r.class === c.id)
        ? [{ id: `${id} ${c.id}`, from: `end ${stageName(id)}`, to: `class ${c.id}` }]
        : [],
    ),
    { id: `end of ${c.id}`, from: `class ${c.id}`, to: `end ${describeEnding(c.ending)}` },
  ]);
  if (rest > 0)
    edges.push(...classifiers.slice(0, 1).map((c) => ({ id: "rest", from: `entry ${c.entry}`, to: "rest" })));
  return { nodes, edges };
}
