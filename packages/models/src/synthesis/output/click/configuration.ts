import {
  type ClassRule,
  needsKnownFlow,
  type Synthesis,
  type TrafficClass,
} from "../../classes/synthesis.ts";
import { type Filter, intersect } from "../../header/filter.ts";
import { type BeyondClasses, beyondClasses } from "../beyondClasses.ts";
import { type FrameType, frameTypes, ofFrameType } from "../frames.ts";
import {
  CHECKED,
  CHECKED_BUT_SUMS,
  dropsMalformed,
  FOUND,
  type HeaderCheck,
  headerAt,
} from "../headerCheck.ts";
import { deviceNames } from "../targets.ts";
import { candidatesOf, MAX_OWN_FILTERS, metBy, reached, visible } from "./candidates.ts";
import { numbersOf } from "./classNumbers.ts";
import { FlowPaths, refuseForeignWrites } from "./flowPaths.ts";
import { headNotes, SOFTWARE } from "./headNotes.ts";
import { clickPattern } from "./pattern.ts";
import { ANSWERS, Queriers } from "./queriers.ts";
import { timingScript } from "./timingScript.ts";
import { fail, idOf } from "./words.ts";
import { clickWrites } from "./writes.ts";

const ARP = 0x0806;
/** Our choice: classifiers at most; those behind known flows can double with each. */
const MAX_CLASSIFIERS = 256;

/** The elements and connections of a synthesised function; throws `Inexpressible`. */
export class Configuration {
  private readonly synthesis: Synthesis;
  private readonly declared: string[] = [];
  private readonly connected: string[] = [];
  private readonly devices: ReadonlyMap<string, string>;
  private readonly reached = new Set<string>();
  private readonly ended = new Set<number>();
  private readonly paths: FlowPaths;
  private readonly queriers: Queriers;
  private readonly beyond: BeyondClasses;
  private classifiers = 0;
  /** the elements that begin the stages */
  private readonly begun = new Map<string, string>();
  /** types of frames that the functions get because they differ in more */
  private readonly frames = new Set<string>();
  /** whether the functions get frames without a whole IPv4 header */
  private handsMalformed = false;
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
    this.queriers = new Queriers(synthesis);
    this.paths = new FlowPaths(synthesis.graph, {
      endOf: (c) => this.endOf(c),
      nameOf: (c) => this.nameOf(c),
    });
  }

  lines(): string[] {
    const { classes, classifiers } = this.synthesis;
    for (const c of classes) refuseForeignWrites(this.synthesis.graph, c, this.nameOf(c));
    for (const { entry, rules } of classifiers) this.entry(entry, rules);
    const parts = [
      this.queriers.lines(),
      { declared: this.declared, connected: this.connected },
      this.paths.lines(),
    ];
    const script = this.timed ? [timingScript(this.synthesis, this.ended, this.numbers)] : [];
    return [
      ...this.head(),
      ...parts.flatMap((part) => part.declared),
      ...parts.flatMap((part) => part.connected),
      ...script,
    ];
  }

  /** What every name is, and the exits that some packet reaches. */
  private head(): string[] {
    const exits = [...this.reached].map((e) =>
      this.timed ? `${this.exit(e)} :: Discard;` : `${this.exit(e)} :: Queue -> ToDevice(${this.device(e)});`,
    );
    const { synthesis, devices, reached, beyond, numbers } = this;
    const malformed = this.handsMalformed;
    return [
      ...headNotes(synthesis, {
        devices,
        reached,
        beyond: { ...beyond, malformed },
        numbers,
        frames: this.frames,
      }),
      ...exits,
    ];
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
    const isEnd = c.ending.kind !== "cut";
    const steps = [...written.steps, ...(this.timed && isEnd ? [`time${c.id} :: TimestampAccum`] : [])];
    this.connected.push(`${[name, ...steps, this.exitOf(c)].join(" -> ")};`);
    return name;
  }

  private exitOf(c: TrafficClass): string {
    const { ending } = c;
    switch (ending.kind) {
      case "exit":
        return c.nextHop
          ? this.queriers.to(c.nextHop.querier, this.exit(ending.name))
          : this.exit(ending.name);
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
      case "cut":
        return ending.resumes === undefined ? "Discard" : this.stage(ending.resumes);
      default:
        return "Discard";
    }
  }

  /** The element that tells classes apart behind an output of a rewriter. */
  private stage(id: string): string {
    const known = this.begun.get(id);
    if (known !== undefined) return known;
    const { rules } = this.synthesis.stages.find((s) => s.id === id)!;
    const name = `behind${this.begun.size}`;
    this.begun.set(id, name);
    this.element(name, "Null");
    this.connected.push(`${name} -> ${this.classifier(`${name}_class`, rules, [], null)};`);
    return name;
  }

  private entry(entry: string, rules: readonly ClassRule[]): void {
    const name = `classify_${idOf(entry)}`;
    const header = headerAt(this.synthesis.classes, rules);
    const types = frameTypes(rules, !dropsMalformed(header));
    const answers = this.queriers.names;
    if (header === "unread" && answers.length === 0 && types.every((t) => t.isUntold)) {
      this.connected.push(`${this.source(entry)} -> ${this.classifier(name, rules, [], null)};`);
      return;
    }
    const frames = `frames_${idOf(entry)}`;
    const texts = [...types.map((t) => t.pattern), ...(answers.length > 0 ? [ANSWERS] : [])];
    const order = answers.length > 0 ? [texts.length - 1, ...types.keys()] : [...types.keys()];
    this.element(frames, `Classifier(${order.map((i) => texts[i]).join(", ")})`);
    this.connected.push(`${this.source(entry)} -> ${frames};`);
    for (const [i, type] of types.entries()) {
      const held = ofFrameType(rules, type);
      const whole = !type.isIp || header === "unread" ? [] : this.wholePackets(entry, header);
      const to = type.isIp ? this.classifier(name, held, [], null) : this.others(held, type, header);
      this.connected.push(`${[`${frames}[${order.indexOf(i)}]`, ...whole, to].join(" -> ")};`);
    }
    if (answers.length === 0) return;
    const arp = types.find((t) => t.value === ARP) ?? types.find((t) => t.value === null);
    const to = arp ? this.others(ofFrameType(rules, arp), arp, header) : "Discard";
    this.queriers.share(`answers_${idOf(entry)}`, `${frames}[0]`, to);
  }

  /** Where frames without an IPv4 header go. */
  private others(rules: readonly ClassRule[], type: FrameType, header: HeaderCheck): string {
    if (!type.isUntold || header === "unread") return this.frameClass(rules, type);
    this.handsMalformed = true;
    return this.software();
  }

  /** Elements behind which packets are those that the classes speak of; the functions get all others. */
  private wholePackets(entry: string, header: Exclude<HeaderCheck, "unread">): string[] {
    const { fragments, options } = this.beyond;
    const steps: string[] = [];
    const aside = (name: string, declaration: string): void => {
      this.element(name, declaration);
      this.connected.push(`${name}[1] -> ${this.software()};`);
      steps.push(name);
    };
    const check = header === "unchecked" ? FOUND : header === "checked but sums" ? CHECKED_BUT_SUMS : CHECKED;
    if (dropsMalformed(header) && !this.beyond.malformed) steps.push(check);
    else {
      this.handsMalformed = true;
      aside(`header_${idOf(entry)}`, check);
    }
    const asked = [...(fragments ? ["ip unfrag"] : []), ...(options ? ["ip hl 5"] : [])];
    if (asked.length > 0) aside(`whole_${idOf(entry)}`, `IPClassifier(${asked.join(" && ")}, -)`);
    return steps;
  }

  /** Frames without an IPv4 header that the functions treat by more than their type. */
  private handed(pattern: string): string {
    this.frames.add(pattern);
    return this.software();
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

  /** The class of frames without an IPv4 header, when their type alone tells it. */
  private frameClass(rules: readonly ClassRule[], { pattern }: FrameType): string {
    const first = rules[0];
    const c = first && this.synthesis.classes[first.class]!;
    if (!c || c.ending.kind === "drop" || c.checked === "all") return "Discard";
    if (c.checked === "some") return this.software();
    if (Object.keys(first.filter).length > 0 || c.flows.length > 0 || c.writes.ipTtl)
      return this.handed(pattern);
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
    const { classes, graph } = this.synthesis;
    const isAsked = (id: number): boolean =>
      !candidatesOf([...before, classes[id]!], 0).includes(classes[id]!);
    const asked = rules.filter((r) => !isAsked(r.class));
    const left = visible(asked, classes, within).filter((r) => clickPattern(r.filter) !== null);
    // what lies behind a rule of known flows is asked again behind it
    const printed = reached(left);
    if (printed.length === 0) return "Discard";
    const ids = [...new Set(printed.map((r) => r.class))];
    const [only] = ids;
    if (ids.length === 1 && !needsKnownFlow(classes[only!]!))
      return this.paths.from([...before, classes[only!]!]);
    if (++this.classifiers > MAX_CLASSIFIERS)
      fail(`the class of a packet depends on known flows in more than ${MAX_CLASSIFIERS} ways`);
    const targets = ids.map((id) => {
      const list = [...before, classes[id]!];
      if (!needsKnownFlow(classes[id]!)) return this.paths.from(list);
      const own = left.flatMap((r, i) => (r.class === id ? metBy(left, i, graph.layout) : []));
      const held = within
        ? own.flatMap((f) => within.map((w) => intersect(f, w)).filter((both) => both !== null))
        : own;
      const rest = left.slice(left.findIndex((r) => r.class === id) + 1).filter((r) => r.class !== id);
      return this.classifier(`${name}_${id}`, rest, list, held.length > MAX_OWN_FILTERS ? null : held);
    });
    const ports = [...new Set(targets)].filter((t) => t !== "Discard");
    const patterns = printed.flatMap((rule, i) => {
      const pattern = clickPattern(rule.filter);
      if (pattern === null) return [];
      if ("field" in pattern)
        return fail(`a class reads ${pattern.field}, which Click's IPFilter cannot; see --to p4`);
      const port = ports.indexOf(targets[ids.indexOf(rule.class)]!);
      const comma = i < printed.length - 1 ? "," : "";
      return `${port < 0 ? "drop" : port} ${pattern.text}${comma} // ${this.nameOf(classes[rule.class]!)}`;
    });
    this.element(name, `IPFilter(\n  ${patterns.join("\n  ")}\n)`);
    for (const [port, target] of ports.entries()) this.connected.push(`${name}[${port}] -> ${target};`);
    return name;
  }
}
