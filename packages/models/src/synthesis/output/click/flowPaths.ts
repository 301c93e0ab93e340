import { stagePlace } from "../../classes/stages.ts";
import type { TrafficClass } from "../../classes/synthesis.ts";
import type { UnitGraph } from "../../graph/unit.ts";
import { candidatesOf } from "./candidates.ts";
import { rewriterOutputs } from "./rewriterOutputs.ts";
import { fail, Inseparable, idOf } from "./words.ts";
import { clickWrites } from "./writes.ts";

/** Click's paint annotation is a byte, and 255 means all outputs of a PaintSwitch. */
const MAX_PAINTS = 255;

/** A packet in front of a rewriter: its paint, and where it goes from each output and, when it is asked, unknown. */
type Crossing = { name: string; paint: number; input: number; outputs: string[]; unknown: string | null };

/**
 * The ways through the rewriters of a chain. A packet that may be one of several classes crosses them one after
 * another: the output by which a rewriter lets it go tells which classes are left. The paint keeps them over the
 * rewriter. One that must not map new flows is asked at an input behind the original ones, which passes what it does
 * not know.
 */
export class FlowPaths {
  private readonly graph: UnitGraph;
  private readonly endOf: (c: TrafficClass) => string;
  private readonly nameOf: (c: TrafficClass) => string;
  private readonly crossings = new Map<string, Map<string, Crossing>>();

  constructor(
    graph: UnitGraph,
    { endOf, nameOf }: { endOf(c: TrafficClass): string; nameOf(c: TrafficClass): string },
  ) {
    this.graph = graph;
    this.endOf = endOf;
    this.nameOf = nameOf;
  }

  /**
   * The element that packets enter which match rules of these classes, in this order, and have crossed `step`
   * rewriters.
   */
  from(classes: readonly TrafficClass[], step = 0): string {
    const left = candidatesOf(classes, step);
    const [first] = left;
    if (!first) return "Discard";
    const next = first.flows[step];
    if (!next) return this.endOf(first);
    const { state } = next;
    const others = left.filter((c) => c.flows[step] && c.flows[step].state !== state);
    if (others.length > 0)
      fail(
        `packets of ${this.nameOf(first)} or ${this.nameOf(others[0]!)} are separated by different rewriters`,
      );
    const known = this.crossings.get(state) ?? new Map<string, Crossing>();
    this.crossings.set(state, known);
    const key = JSON.stringify([step, left.map((c) => c.id)]);
    const found = known.get(key);
    if (found) return found.name;
    if (known.size === MAX_PAINTS)
      fail(`packets cross ${state} in more than ${MAX_PAINTS} ways, and Click's Paint separates no more`);
    const rewriter = this.graph.rewriters.get(state)!;
    const crossing: Crossing = {
      name: `to_${idOf(state)}_${known.size}`,
      paint: known.size,
      input: next.known ? rewriter.specifications.length : next.input,
      outputs: [],
      unknown: null,
    };
    known.set(key, crossing);
    for (let port = 0; port < rewriterOutputs(rewriter); port++)
      crossing.outputs.push(this.behind(left, step, state, port));
    if (next.known)
      crossing.unknown = this.from(
        left.filter((c) => !c.flows[step]?.known),
        step,
      );
    return crossing.name;
  }

  /** Where packets go that a rewriter lets go by `port`. */
  private behind(classes: readonly TrafficClass[], step: number, state: string, port: number): string {
    const leaving = classes.filter((c) => c.flows[step]?.port === port);
    const flowOf = (c: TrafficClass): string => `${c.flows[step]!.input} ${c.flows[step]!.isForward}`;
    const [first, ...others] = [...new Set(leaving.map(flowOf))].map((flow) =>
      leaving.filter((c) => flowOf(c) === flow),
    );
    if (!first) return "Discard";
    const way = (list: readonly TrafficClass[]): string =>
      JSON.stringify(
        candidatesOf(list, step + 1).map((c) => [
          ...[clickWrites(c), c.ending, c.mtu, c.nextHop?.querier, c.flows.slice(step + 1)],
        ]),
      );
    if (others.some((o) => way(o) !== way(first))) {
      const exception = leaving.find((c) => c.ending.kind === "exception");
      // with one input replies are rare: the function itself tells them apart
      if (exception && this.graph.rewriters.get(state)!.specifications.length === 1)
        return this.endOf(exception);
      throw new Inseparable(
        stagePlace(state, port),
        `packets that leave ${state} by output ${port} belong to flows that go on differently, which Click cannot separate`,
      );
    }
    return this.from(first, step + 1);
  }

  /** The elements, to be called once all ways are known. */
  lines(): { declared: string[]; connected: string[] } {
    const declared: string[] = [];
    const connected: string[] = [];
    for (const [state, known] of this.crossings) {
      const crossings = [...known.values()];
      const { element, specifications, mappers } = this.graph.rewriters.get(state)!;
      const name = `rw_${idOf(state)}`;
      for (const [mapper, patterns] of Object.entries(mappers))
        declared.push(`${name}_${idOf(mapper)} :: RoundRobinIPMapper(${patterns.join(", ")});`);
      const given = specifications.map((s) => (mappers[s] ? `${name}_${idOf(s)}` : s));
      const outputs = rewriterOutputs({ element, specifications, mappers });
      const isAsked = crossings.some((c) => c.unknown !== null);
      if (isAsked) given.push(`pass ${outputs}`);
      declared.push(`${name} :: ${element}(${given.join(", ")});`);
      for (const c of crossings) {
        declared.push(`${c.name} :: Paint(${c.paint});`);
        connected.push(`${c.name} -> [${c.input}]${name};`);
      }
      // every input and output of an element must be connected
      for (const input of given.keys())
        if (!crossings.some((c) => c.input === input)) connected.push(`Idle -> [${input}]${name};`);
      for (let port = 0; port < outputs + (isAsked ? 1 : 0); port++) {
        const targets = crossings.map((c) => c.outputs[port] ?? c.unknown ?? "Discard");
        const paint = `paint_${idOf(state)}_${port}`;
        if (new Set(targets).size === 1) {
          connected.push(`${name}[${port}] -> ${targets[0]};`);
          continue;
        }
        declared.push(`${paint} :: PaintSwitch;`);
        connected.push(`${name}[${port}] -> ${paint};`);
        for (const [i, to] of targets.entries()) connected.push(`${paint}[${i}] -> ${to};`);
      }
    }
    return { declared, connected };
  }
}

/** Values of a flow that an element without a mapping writes would be lost on the way back: fails. */
export function refuseForeignWrites(
  { units }: UnitGraph,
  { flows, paths }: TrafficClass,
  name: string,
): void {
  if (flows.length === 0) return;
  for (const unit of paths.flat().map((u) => units.get(u)!)) {
    const isForeign = unit.rules.some(
      (r) => !r.flow && ["ipSrc", "ipDst", "srcPort", "dstPort"].some((f) => r.writes[f] !== undefined),
    );
    if (isForeign) fail(`${name} keeps flows, and ${unit.id} writes their addresses or ports, too`);
  }
}
