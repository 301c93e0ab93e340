import {
  type ClassRule,
  needsKnownFlow,
  type Synthesis,
  type TrafficClass,
} from "../../classes/synthesis.ts";
import { synthesise } from "../../classes/synthesise.ts";
import { type Filter, intersect, isWithin } from "../../header/filter.ts";
import { type BeyondClasses, beyondClasses } from "../beyondClasses.ts";
import { cannot, deviceNames, type Output } from "../targets.ts";
import { candidatesOf } from "./candidates.ts";
import { FlowPaths } from "./flowPaths.ts";
import { type FrameType, frameTypes, ofFrameType } from "./frames.ts";
import { headNotes, SOFTWARE } from "./headNotes.ts";
import { clickPattern } from "./pattern.ts";
import { timingScript } from "./timingScript.ts";
import { fail, Inexpressible, idOf } from "./words.ts";
import { clickWrites } from "./writes.ts";

/** Our choice: classifiers at most; those behind known flows can double with each. */
const MAX_CLASSIFIERS = 256;
/** Our choice: filters of a class that are compared with the rules behind it. */
const MAX_OWN_FILTERS = 64;

/**
 * The synthesised function as plain Click [katsikas-synthesis], which kohler/click 2.1 loads: IPFilters
 * for each entry, the rewriters of the chain with their own specifications, one way of writes for each class. Where
 * classes ask for known flows, IPFilters behind the first tell all that a packet may be, and the rewriters which of
 * them it is (`FlowPaths`). Refuses what Click cannot read or write, and chains that are cut.
 *
 * `timed`: reads captures in place of devices (`click FILE entry=CAPTURE`), lets nothing out, and prints how many
 * packets of each class left and how long they took from their arrival, as a counter file (room `server`); the rows
 * `measuring` are what reading the clock takes.
 */
export function toClick(synthesis: Synthesis, { timed = false }: { timed?: boolean } = {}): Output {
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
    return {
      text: `${new Configuration(whole, synthesis.classes, timed).lines().join("\n")}\n`,
      diagnostics: [],
    };
  } catch (error) {
    if (error instanceof Inexpressible) return cannot("click", error.message);
    throw error;
  }
}

/** The numbers of `named` for those of `classes` that do the same with the same flows. */
function numbersOf(
  classes: readonly TrafficClass[],
  named: readonly TrafficClass[],
): Map<TrafficClass, number> {
  const keyOf = ({ ending, writes, mtu, state, flows }: TrafficClass): string =>
    JSON.stringify([ending, writes, mtu, state, flows]);
  const ids = new Map(named.map((c) => [keyOf(c), c.id]));
  return new Map(
    classes.flatMap((c): [TrafficClass, number][] => {
      const id = ids.get(keyOf(c));
      return id === undefined ? [] : [[c, id]];
    }),
  );
}

class Configuration {
  private readonly synthesis: Synthesis;
  private readonly declared: string[] = [];
  private readonly connected: string[] = [];
  private readonly devices: ReadonlyMap<string, string>;
  private readonly reached = new Set<string>();
  private readonly ended = new Set<number>();
  private readonly paths: FlowPaths;
  private readonly beyond: BeyondClasses;
  private classifiers = 0;
  /** numbers that people know the classes by; those that only Click has are without one */
  private readonly numbers: ReadonlyMap<TrafficClass, number>;
  /** whether classes are timed; otherwise packets go from device to device */
  private readonly timed: boolean;

  constructor(synthesis: Synthesis, named: readonly TrafficClass[], timed: boolean) {
    this.synthesis = synthesis;
    this.timed = timed;
    this.numbers = numbersOf(synthesis.classes, named);
    this.devices = deviceNames(synthesis);
    this.beyond = beyondClasses(synthesis);
    this.paths = new FlowPaths(synthesis.graph, {
      endOf: (c) => this.endOf(c),
      nameOf: (c) => this.nameOf(c),
    });
  }

  lines(): string[] {
    const { classes, classifiers } = this.synthesis;
    for (const c of classes) this.refuseForeignWrites(c);
    for (const { entry, rules } of classifiers) this.entry(entry, rules);
    const { declared, connected } = this.paths.lines();
    const script = this.timed ? [timingScript(this.synthesis, this.ended, this.numbers)] : [];
    return [...this.head(), ...this.declared, ...declared, ...this.connected, ...connected, ...script];
  }

  /** What every name is, and the exits that some packet reaches. */
  private head(): string[] {
    const exits = [...this.reached].map((e) =>
      this.timed ? `${this.exit(e)} :: Discard;` : `${this.exit(e)} :: Queue -> ToDevice(${this.device(e)});`,
    );
    const { synthesis, devices, reached, beyond, numbers } = this;
    return [...headNotes(synthesis, { devices, reached, beyond, numbers }), ...exits];
  }

  private exit(name: string): string {
    this.reached.add(name);
    return `out_${idOf(name)}`;
  }

  private nameOf(c: TrafficClass): string {
    const number = this.numbers.get(c);
    return number === undefined ? `known ${c.id}` : `class ${number}`;
  }

  private device(name: string): string {
    return this.devices.get(name) ?? name;
  }

  /** Values of a flow that an element without a mapping writes would be lost on the way back. */
  private refuseForeignWrites(c: TrafficClass): void {
    const { flows, paths } = c;
    if (flows.length === 0) return;
    const { units } = this.synthesis.graph;
    for (const unit of paths.flat().map((u) => units.get(u)!)) {
      const isForeign = unit.rules.some(
        (r) => !r.flow && ["ipSrc", "ipDst", "srcPort", "dstPort"].some((f) => r.writes[f] !== undefined),
      );
      if (isForeign)
        fail(`${this.nameOf(c)} keeps flows, and ${unit.id} writes their addresses or ports, too`);
    }
  }

  /** Click wants an element declared before its name is used. */
  private element(name: string, declaration: string): void {
    this.declared.push(`${name} :: ${declaration};`);
  }

  /** The element that begins what happens to a class behind its rewriters: its writes, its exit. */
  private endOf(c: TrafficClass): string {
    if (c.ending.kind === "drop") return "Discard";
    const name = this.nameOf(c).replace(" ", "");
    if (this.ended.has(c.id)) return name;
    this.ended.add(c.id);
    const written = clickWrites(c);
    if ("field" in written)
      return fail(`${this.nameOf(c)} writes ${written.field} in a way that no Click element can`);
    this.element(name, "Null");
    const steps = [...written.steps, ...(this.timed ? [`time${c.id} :: TimestampAccum`] : [])];
    this.connected.push(`${[name, ...steps, this.exitOf(c)].join(" -> ")};`);
    return name;
  }

  private exitOf(c: TrafficClass): string {
    const { ending } = c;
    switch (ending.kind) {
      case "exit":
        return this.exit(ending.name);
      case "exception":
        return this.software();
      case "origin": {
        const [only, ...more] = this.synthesis.classifiers;
        if (more.length > 0)
          fail(
            `${this.nameOf(c)} are replies whose output is not connected, and there are several entries to return to`,
          );
        return this.exit(only!.entry);
      }
      default:
        return "Discard";
    }
  }

  private entry(entry: string, rules: readonly ClassRule[]): void {
    const name = `classify_${idOf(entry)}`;
    const types = frameTypes(rules);
    const texts = types.map((t) => t.pattern).join(", ");
    const frames = `frames_${idOf(entry)}`;
    this.element(frames, `Classifier(${texts})`);
    this.connected.push(`${this.source(entry)} -> ${frames};`);
    for (const [i, type] of types.entries()) {
      const from = `${frames}[${i}]`;
      const held = ofFrameType(rules, type);
      if (!type.isIp) {
        this.connected.push(`${from} -> ${this.frameClass(held, type)};`);
        continue;
      }
      const whole = this.wholePackets(entry);
      const marked = [from, this.headerMark(), ...(whole === null ? [] : [whole])].join(" -> ");
      this.connected.push(`${marked} -> ${this.classifier(name, held, [], null)};`);
    }
  }

  /** The element whose first output has the packets that the classes speak of; null when these are all. */
  private wholePackets(entry: string): string | null {
    const { fragments, options } = this.beyond;
    const asked = [...(fragments ? ["ip unfrag"] : []), ...(options ? ["ip hl 5"] : [])];
    if (asked.length === 0) return null;
    const name = `whole_${idOf(entry)}`;
    this.element(name, `IPClassifier(${asked.join(" && ")}, -)`);
    this.connected.push(`${name}[1] -> ${this.software()};`);
    return name;
  }

  private software(): string {
    this.reached.add(SOFTWARE);
    return `out_${SOFTWARE}`;
  }

  private source(entry: string): string {
    const device = this.device(entry);
    if (!this.timed) return `FromDevice(${device})`;
    const at = this.synthesis.classifiers.findIndex((c) => c.entry === entry);
    return `FromDump($${idOf(device)}, STOP true) -> SetTimestamp -> measuring${at} :: TimestampAccum -> SetTimestamp`;
  }

  private headerMark(): string {
    const { units } = this.synthesis.graph;
    return [...units.values()].some((u) => u.element === "CheckIPHeader")
      ? "CheckIPHeader(OFFSET 14)"
      : "MarkIPHeader(14)";
  }

  /** The class of frames without an IPv4 header, when their type alone tells it. */
  private frameClass(rules: readonly ClassRule[], { pattern }: FrameType): string {
    const first = rules[0];
    const c = first && this.synthesis.classes[first.class]!;
    if (!c || c.ending.kind === "drop") return "Discard";
    if (Object.keys(first.filter).length > 0 || c.flows.length > 0 || c.writes.ipTtl)
      return fail(`frames of type ${pattern} differ in more than their type`);
    return this.endOf(c);
  }

  /**
   * What tells the class of packets that can be any of `before`, when a rewriter knows their flow, or what `rules` say:
   * an IPFilter with one output for each class; `within`: filters that hold all of them, null for any.
   */
  private classifier(
    name: string,
    rules: readonly ClassRule[],
    before: readonly TrafficClass[],
    within: readonly Filter[] | null,
  ): string {
    const { classes } = this.synthesis;
    const isAsked = (id: number): boolean =>
      !candidatesOf([...before, classes[id]!], 0).includes(classes[id]!);
    const asked = rules.filter((r) => !isAsked(r.class));
    // of rules that take some of them, those that earlier ones do not hide
    const left = asked.filter((r, i) => {
      if (clickPattern(r.filter) === null) return false;
      if (!within) return true;
      const met = within.map((f) => intersect(f, r.filter)).filter((f) => f !== null);
      const hides = (e: ClassRule, f: Filter): boolean =>
        !needsKnownFlow(classes[e.class]!) && isWithin(f, e.filter);
      return met.some((f) => !asked.slice(0, i).some((e) => hides(e, f)));
    });
    const ids = [...new Set(left.map((r) => r.class))];
    const [only] = ids;
    if (ids.length === 1 && !needsKnownFlow(classes[only!]!))
      return this.paths.from([...before, classes[only!]!]);
    if (++this.classifiers > MAX_CLASSIFIERS)
      fail(`the class of a packet depends on known flows in more than ${MAX_CLASSIFIERS} ways`);
    const targets = ids.map((id) => {
      const list = [...before, classes[id]!];
      if (!needsKnownFlow(classes[id]!)) return this.paths.from(list);
      const own = left.filter((r) => r.class === id).map((r) => r.filter);
      const held = within
        ? own.flatMap((f) => within.map((w) => intersect(f, w)).filter((both) => both !== null))
        : own;
      const rest = left.slice(left.findIndex((r) => r.class === id) + 1).filter((r) => r.class !== id);
      return this.classifier(`${name}_${id}`, rest, list, held.length > MAX_OWN_FILTERS ? null : held);
    });
    const ports = [...new Set(targets)].filter((t) => t !== "Discard");
    const patterns = left.flatMap((rule, i) => {
      const pattern = clickPattern(rule.filter);
      if (pattern === null) return [];
      if ("field" in pattern)
        return fail(`a class reads ${pattern.field}, which Click's IPFilter cannot; see --to p4`);
      const port = ports.indexOf(targets[ids.indexOf(rule.class)]!);
      const comma = i < left.length - 1 ? "," : "";
      return `${port < 0 ? "drop" : port} ${pattern.text}${comma} // ${this.nameOf(classes[rule.class]!)}`;
    });
    this.element(name, `IPFilter(\n  ${patterns.join("\n  ")}\n)`);
    for (const [port, target] of ports.entries()) this.connected.push(`${name}[${port}] -> ${target};`);
    return name;
  }
}
