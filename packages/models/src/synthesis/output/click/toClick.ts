import {
  type ClassRule,
  needsKnownFlow,
  type Synthesis,
  type TrafficClass,
} from "../../classes/synthesis.ts";
import { synthesise } from "../../classes/synthesise.ts";
import type { FlowStep, Rewriter } from "../../graph/unit.ts";
import { doOverlap } from "../../header/filter.ts";
import { cannot, deviceNames, type Output } from "../targets.ts";
import { type FrameType, frameTypes, ofFrameType } from "./frames.ts";
import { clickPattern } from "./pattern.ts";
import { clickWrites } from "./writes.ts";

/** Click's paint annotation names a class behind a rewriter; 255 means all outputs. */
const MAX_FLOW_CLASSES = 255;
/** Where packets go that only the functions themselves can process. */
const SOFTWARE = "software";

class Inexpressible extends Error {}
const fail = (message: string): never => {
  throw new Inexpressible(message);
};

/**
 * The synthesised function as plain Click [katsikas-synthesis], which kohler/click and FastClick load: one IPFilter
 * for each entry, the rewriters of the chain with their own specifications, one way of writes for each class. A class
 * that asks for known flows probes its rewriter at an input that passes others, and what comes out there unknown is
 * classified by the rules behind. Refuses what Click cannot read or write, and chains that are cut.
 */
export function toClick(synthesis: Synthesis): Output {
  const cut = synthesis.cuts[0];
  if (cut)
    return cannot(
      "click",
      `the chain is cut at ${cut.unit}: ${cut.reason}; synthesise the functions before it alone`,
    );
  try {
    // a rewriter turns replies back wherever they come in, so these are classes here
    const { graph, states } = synthesis;
    const whole = states.length === 0 ? synthesis : synthesise(graph, { hairpins: true });
    if (!("classes" in whole)) return { text: null, diagnostics: [...whole.diagnostics] };
    return { text: `${new Configuration(whole).lines().join("\n")}\n`, diagnostics: [] };
  } catch (error) {
    if (error instanceof Inexpressible) return cannot("click", error.message);
    throw error;
  }
}

const idOf = (name: string): string => name.replace(/\W+/g, "_").replace(/_$/, "");

class Configuration {
  private readonly synthesis: Synthesis;
  private readonly declared: string[] = [];
  private readonly connected: string[] = [];
  /** classes with flows, by their paint */
  private readonly painted: TrafficClass[];
  private readonly devices: ReadonlyMap<string, string>;
  private readonly reached = new Set<string>();
  private readonly probes = new Map<string, { input: number; output: number }>();

  constructor(synthesis: Synthesis) {
    this.synthesis = synthesis;
    this.painted = synthesis.classes.filter((c) => c.flows.length > 0);
    if (this.painted.length > MAX_FLOW_CLASSES)
      fail(`${this.painted.length} classes keep flows, and Click's paint tells ${MAX_FLOW_CLASSES} apart`);
    this.devices = deviceNames(synthesis);
  }

  lines(): string[] {
    const { classes, classifiers } = this.synthesis;
    for (const c of classes) this.refuseForeignWrites(c);
    for (const c of classes) if (c.ending.kind !== "drop" || needsKnownFlow(c)) this.wayOf(c);
    for (const [state, rewriter] of this.rewriters()) this.rewriter(state, rewriter);
    for (const { entry, rules } of classifiers) this.entry(entry, rules);
    return [...this.head(), ...this.declared, ...this.connected];
  }

  /** Exits that some packet reaches, as devices, and what every name stands for. */
  private head(): string[] {
    const { graph, classes } = this.synthesis;
    const names = [...this.devices].map(([name, device]) => `// ${device}: ${name}`);
    const unreached = graph.exits
      .filter((e) => !this.reached.has(e))
      .map((e) => `// no packet leaves by ${e}`);
    const exceptions = classes.flatMap((c) => (c.ending.kind === "exception" ? [c.ending.reason] : []));
    const why = [...new Set(exceptions)].map((reason) => `// to ${SOFTWARE}, as it came: ${reason}`);
    const exits = [...this.reached].map((e) => `${this.exit(e)} :: Queue -> ToDevice(${this.device(e)});`);
    return [
      "// Made by p4twin synthesise, for Click and FastClick. Packets are IPv4 in Ethernet frames.",
      ...names,
      ...unreached,
      ...why,
      ...exits,
    ];
  }

  private exit(name: string): string {
    this.reached.add(name);
    return `out_${idOf(name)}`;
  }

  private device(name: string): string {
    return this.devices.get(name) ?? name;
  }

  /** Values of a flow that an element without a mapping writes would be lost on the way back. */
  private refuseForeignWrites({ id, flows, paths }: TrafficClass): void {
    if (flows.length === 0) return;
    const { units } = this.synthesis.graph;
    for (const unit of paths.flat().map((u) => units.get(u)!)) {
      const isForeign = unit.rules.some(
        (r) => !r.flow && ["ipSrc", "ipDst", "srcPort", "dstPort"].some((f) => r.writes[f] !== undefined),
      );
      if (isForeign) fail(`class ${id} keeps flows, and ${unit.id} writes their addresses or ports, too`);
    }
  }

  /** What happens to a class behind its classifier: its rewriters, its writes, its exit. */
  private wayOf(c: TrafficClass): void {
    const [first] = c.flows;
    if (!first) {
      this.element(`class${c.id}`, "Null", this.after(c));
      return;
    }
    this.element(`class${c.id}`, `Paint(${this.painted.indexOf(c)})`, this.inputOf(first));
  }

  /** Click wants an element declared before its name is used. */
  private element(name: string, declaration: string, next?: string): void {
    this.declared.push(`${name} :: ${declaration};`);
    if (next !== undefined) this.connected.push(`${name} -> ${next};`);
  }

  private inputOf(step: FlowStep): string {
    return `[${step.known ? this.probe(step.state).input : step.input}]${this.nameOf(step.state)}`;
  }

  private nameOf = (state: string): string => `rw_${idOf(state)}`;

  /** The input that asks for known flows, and the output by which others leave it: both behind the original ones. */
  private probe(state: string): { input: number; output: number } {
    const known = this.probes.get(state);
    if (known) return known;
    const rewriter = this.synthesis.graph.rewriters.get(state)!;
    const made = { input: rewriter.specifications.length, output: this.outputsOf(state) };
    this.probes.set(state, made);
    return made;
  }

  /** Outputs that the specifications of a rewriter name. */
  private outputsOf(state: string): number {
    const { specifications, mappers } = this.synthesis.graph.rewriters.get(state)!;
    const texts = specifications.flatMap((s) => mappers[s] ?? [s]);
    const ports = texts.flatMap((text) => {
      const words = text.split(/\s+/);
      if (["drop", "discard"].includes(words[0]!)) return [];
      const numbers = ["pass", "passthrough", "nochange"].includes(words[0]!)
        ? words.slice(1)
        : words.slice(-2);
      return numbers.map(Number);
    });
    return Math.max(0, ...ports) + 1;
  }

  /** Everything behind the last rewriter of a class. */
  private after(c: TrafficClass): string {
    const written = clickWrites(c);
    if ("field" in written)
      return fail(`class ${c.id} writes ${written.field} in a way that Click's elements do not`);
    return [...written.steps, this.end(c)].join(" -> ");
  }

  private end({ ending, id }: TrafficClass): string {
    switch (ending.kind) {
      case "exit":
        return this.exit(ending.name);
      case "exception":
        this.reached.add(SOFTWARE);
        return `out_${SOFTWARE}`;
      case "origin": {
        const [only, ...more] = this.synthesis.classifiers;
        if (more.length > 0)
          fail(
            `class ${id} are replies whose output is not connected, and there are several entries to return to`,
          );
        return this.exit(only!.entry);
      }
      default:
        return "Discard";
    }
  }

  private rewriters(): (readonly [string, Rewriter])[] {
    const used = new Set(this.painted.flatMap((c) => c.flows.map((f) => f.state)));
    return [...this.synthesis.graph.rewriters].filter(([state]) => used.has(state));
  }

  private rewriter(state: string, { element, specifications, mappers }: Rewriter): void {
    const name = this.nameOf(state);
    const own = Object.entries(mappers).map(([mapper, patterns]) => {
      this.element(`${name}_${idOf(mapper)}`, `RoundRobinIPMapper(${patterns.join(", ")})`);
      return mapper;
    });
    const probe = this.probes.get(state);
    const given = specifications.map((s) => (own.includes(s) ? `${name}_${idOf(s)}` : s));
    this.element(name, `${element}(${[...given, ...(probe ? [`pass ${probe.output}`] : [])].join(", ")})`);
    const used = new Set(
      this.painted.flatMap((c) =>
        c.flows.flatMap((f) => (f.state === state ? [f.known ? probe!.input : f.input] : [])),
      ),
    );
    // every input and output of an element must be connected
    for (let input = 0; input < given.length; input++)
      if (!used.has(input)) this.connected.push(`Idle -> [${input}]${name};`);
    for (let output = 0; output < this.outputsOf(state); output++)
      this.switchAt(`${name}[${output}]`, (c) => this.behind(c, state, output));
    if (probe) this.switchAt(`${name}[${probe.output}]`, (c) => this.unknown(c, state));
  }

  /** Connects an output of a rewriter by the class of the packet. */
  private switchAt(from: string, target: (c: TrafficClass) => string): void {
    const targets = this.painted.map(target);
    if (new Set(targets).size === 1) {
      this.connected.push(`${from} -> ${targets[0]};`);
      return;
    }
    const name = `by_class_${idOf(from)}`;
    this.element(name, "PaintSwitch");
    this.connected.push(`${from} -> ${name};`);
    for (const [paint, to] of targets.entries()) this.connected.push(`${name}[${paint}] -> ${to};`);
  }

  /**
   * Where a packet of class `c` goes when the rewriter lets it go by `port`: on with its class; with another one that
   * leaves there when its flow had been mapped at another input.
   */
  private behind(c: TrafficClass, state: string, port: number): string {
    if (!c.flows.some((f) => f.state === state)) return "Discard";
    const leaves = (d: TrafficClass): boolean => d.flows.some((f) => f.state === state && f.port === port);
    const alike = this.painted.filter((d) => d !== c && leaves(d));
    const kind = needsKnownFlow(c);
    const nearest = alike.filter((d) => needsKnownFlow(d) === kind);
    const asks = c.flows.some((f) => f.state === state && f.known);
    const found = leaves(c)
      ? c
      : asks
        ? (this.only(c, nearest) ?? this.only(c, alike) ?? nearest[0] ?? alike[0] ?? null)
        : (nearest[0] ?? alike[0] ?? null);
    if (!found) return "Discard";
    const at = found.flows.findIndex((f) => f.state === state && f.port === port);
    const next = found.flows[at + 1];
    if (next)
      return found === c
        ? this.inputOf(next)
        : `Paint(${this.painted.indexOf(found)}) -> ${this.inputOf(next)}`;
    return this.afterName(found);
  }

  private readonly made = new Set<number>();
  private afterName(c: TrafficClass): string {
    if (!this.made.has(c.id)) {
      this.made.add(c.id);
      this.element(`after${c.id}`, "Null", this.after(c));
    }
    return `after${c.id}`;
  }

  /**
   * A packet that was taken for one of a known flow and is none: the rules behind decide, or, where another rewriter
   * was crossed before, the class that goes the same way and maps the flow here.
   */
  private unknown(c: TrafficClass, state: string): string {
    const at = c.flows.findIndex((f) => f.state === state && f.known);
    if (at < 0) return "Discard";
    if (at === 0) return `behind_class${c.id}`;
    const way = (d: TrafficClass, steps: number): string =>
      JSON.stringify(d.flows.slice(0, steps).map((f) => [f.state, f.input, f.known]));
    const others = this.painted.filter(
      (d) => d.flows[at]?.state === state && !d.flows[at].known && way(d, at) === way(c, at),
    );
    const next = this.only(c, others);
    return next ? `Paint(${this.painted.indexOf(next)}) -> ${this.inputOf(next.flows[at]!)}` : "Discard";
  }

  /** The one of `others` that packets of `c` can belong to, null when there is none; more than one are refused. */
  private only(c: TrafficClass, others: readonly TrafficClass[]): TrafficClass | null {
    const [first, ...more] = others.filter((d) => this.shares(c.id, d.id));
    if (!first) return null;
    const end = (d: TrafficClass): string => JSON.stringify([d.flows, d.writes, d.ending, d.mtu]);
    if (more.some((d) => end(d) !== end(first)))
      fail(
        `what becomes of class ${c.id} behind its rewriter depends on more than the flow; synthesise the functions before it alone`,
      );
    return first;
  }

  /** Whether a packet can match rules of both classes. */
  private shares(a: number, b: number): boolean {
    return this.synthesis.classifiers.some(({ rules }) => {
      const mine = rules.filter((r) => r.class === a);
      const others = rules.filter((r) => r.class === b);
      return mine.some((r) => others.some((o) => doOverlap(r.filter, o.filter)));
    });
  }

  private entry(entry: string, rules: readonly ClassRule[]): void {
    const name = `classify_${idOf(entry)}`;
    const types = frameTypes(rules);
    const texts = types.map((t) => t.pattern).join(", ");
    const frames = `frames_${idOf(entry)}`;
    this.element(frames, `Classifier(${texts})`);
    this.connected.push(`FromDevice(${this.device(entry)}) -> ${frames};`);
    for (const [i, type] of types.entries()) {
      const from = `${frames}[${i}]`;
      const held = ofFrameType(rules, type);
      if (!type.isIp) {
        this.connected.push(`${from} -> ${this.frameClass(held, type)};`);
        continue;
      }
      this.connected.push(`${from} -> ${this.headerMark()} -> ${name};`);
      this.classifier(name, held);
      this.follow(held);
    }
  }

  private headerMark(): string {
    const { units } = this.synthesis.graph;
    return [...units.values()].some((u) => u.element === "CheckIPHeader")
      ? "CheckIPHeader(14)"
      : "MarkIPHeader(14)";
  }

  /** The class of frames without an IPv4 header, when their type alone tells it. */
  private frameClass(rules: readonly ClassRule[], { pattern }: FrameType): string {
    const first = rules[0];
    const c = first && this.synthesis.classes[first.class]!;
    if (!c || c.ending.kind === "drop") return "Discard";
    if (Object.keys(first.filter).length > 0 || c.flows.length > 0 || c.writes.ipTtl)
      return fail(`frames of type ${pattern} are told apart by more than their type`);
    return `class${c.id}`;
  }

  /** An IPFilter with one output for each class that the rules name. */
  private classifier(name: string, rules: readonly ClassRule[]): void {
    const { classes } = this.synthesis;
    const ports = [...new Set(rules.map((r) => r.class))].filter(
      (id) => classes[id]!.ending.kind !== "drop" || needsKnownFlow(classes[id]!),
    );
    const patterns = rules.map((rule) => {
      const pattern = clickPattern(rule.filter);
      if ("field" in pattern)
        return fail(`a class reads ${pattern.field}, which Click's IPFilter cannot; see --to p4`);
      const port = ports.indexOf(rule.class);
      return `${port < 0 ? "drop" : port} ${pattern.text}`;
    });
    this.element(name, `IPFilter(\n  ${patterns.join(",\n  ")})`);
    for (const [port, id] of ports.entries()) this.connected.push(`${name}[${port}] -> class${id};`);
  }

  /** For each class of known flows the rules behind it, for packets whose flow is not known after all. */
  private follow(rules: readonly ClassRule[]): void {
    const { classes } = this.synthesis;
    const asked = new Set<string>();
    for (const [i, rule] of rules.entries()) {
      const c = classes[rule.class]!;
      const state = c.flows[0]?.known ? c.flows[0].state : null;
      if (state === null || this.followed.has(c.id)) continue;
      this.followed.add(c.id);
      asked.add(state);
      const own = rules.filter((r) => r.class === c.id).map((r) => r.filter);
      // the rewriters that were asked do not know the flow
      const rest = rules.slice(i + 1).filter((r) => {
        const first = classes[r.class]!.flows[0];
        if (first?.known && asked.has(first.state)) return false;
        return own.length > 64 || own.some((f) => doOverlap(f, r.filter));
      });
      this.classifier(`behind_class${c.id}`, rest);
    }
  }
  private readonly followed = new Set<number>();
}
