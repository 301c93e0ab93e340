import { type Construct, type Features, noFeatures } from "../core/index.ts";
import type { TraceEvent } from "./trace.ts";
import type { Node } from "./values/node.ts";
import { widthOf } from "./values/shape.ts";

export type PassOutcome = "forward" | "drop" | "recirculate" | "clone";

/** Notes on an event that it counts as a construct. */
export function counted(event: TraceEvent, construct: Construct): void {
  event.construct = construct;
  const { counts } = event;
  // most events count once
  event.counts = counts ? { ...counts, [construct]: (counts[construct] ?? 0) + 1 } : { [construct]: 1 };
}

/** Bytes of a header; null: they differ from packet to packet. */
function bytesOf({ shape }: Node): number | null {
  return shape.fields.some((field) => field.shape.kind === "varbit") ? null : widthOf(shape) / 8;
}

/**
 * What one pass of a packet through the program counts, by the rules of the analysis (program/SPEC.md): each header
 * once that came with the packet, is there at the end, and had a field written.
 */
export class Pass {
  readonly states: string[] = [];
  /** full names of tables, and actions as the program calls them */
  readonly tables: { name: string; action: string }[] = [];
  readonly externs = new Set<string>();
  outcome: PassOutcome = "forward";
  /** the copy of the packet that it ended with */
  branch = 0;
  /** whether it is a packet that the analysis follows: not a clone, which meets egress only */
  readonly isWhole: boolean;
  /** what checksums and the deparser do counts nothing */
  isCounting = true;
  /** variables that were written: whether a callee wrote its parameter */
  readonly touched = new Set<Node>();
  private readonly counts = noFeatures();
  /** bytes of the headers that were added and removed, in order; null: a header without a fixed length */
  readonly addedBytes: (number | null)[] = [];
  readonly removedBytes: (number | null)[] = [];
  private readonly origins = new Map<Node, "packet" | "added">();
  private readonly written = new Map<Node, TraceEvent>();

  constructor(isWhole: boolean) {
    this.isWhole = isWhole;
  }

  /** A clone goes on from here with what is valid in `node`: what made it so is not of its pass. */
  beginAt(node: Node): void {
    this.states.length = 0;
    this.isCounting = true;
    for (const header of validHeaders(node)) this.origins.set(header, "packet");
  }

  /** Another pass that has come as far: a copy of the packet. */
  copy(): Pass {
    const made = new Pass(this.isWhole);
    made.states.push(...this.states);
    made.tables.push(...this.tables);
    for (const each of this.externs) made.externs.add(each);
    Object.assign(made.counts, this.counts);
    made.addedBytes.push(...this.addedBytes);
    made.removedBytes.push(...this.removedBytes);
    for (const [node, origin] of this.origins) made.origins.set(node, origin);
    for (const [node, event] of this.written) made.written.set(node, event);
    made.outcome = this.outcome;
    return made;
  }

  /** The counts so far, with the headers that are modified now. */
  features(): Features {
    return { ...this.counts, modify: this.written.size };
  }

  /** The first write of each header that counts as modified. */
  modifications(): TraceEvent[] {
    return [...this.written.values()];
  }

  private count(construct: Exclude<Construct, "modify">, event: TraceEvent): void {
    if (!this.isCounting) return;
    this.counts[construct]++;
    counted(event, construct);
  }

  private countAdded(node: Node, event: TraceEvent): void {
    if (!this.isCounting) return;
    this.count("add", event);
    this.addedBytes.push(bytesOf(node));
    event.addedBytes = [...(event.addedBytes ?? []), bytesOf(node)];
  }

  private countRemoved(node: Node, event: TraceEvent): void {
    if (!this.isCounting) return;
    this.count("remove", event);
    this.removedBytes.push(bytesOf(node));
    event.removedBytes = [...(event.removedBytes ?? []), bytesOf(node)];
  }

  extracted(node: Node | null, event: TraceEvent): void {
    if (node) this.origins.set(node, "packet");
    for (const other of node?.siblings() ?? []) this.forget(other);
    this.count("parse", event);
  }

  applied(name: string, action: string, event: TraceEvent): void {
    this.tables.push({ name, action });
    this.count("table", event);
  }

  wrote(node: Node, event: TraceEvent): void {
    if (this.isCounting && this.origins.get(node) === "packet" && !this.written.has(node))
      this.written.set(node, event);
  }

  /** To be told before the header is copied. */
  copied(target: Node, source: Node, event: TraceEvent): void {
    this.count("copy", event);
    if (target === source) return;
    if (!source.valid) {
      this.forget(target);
      return;
    }
    this.origins.set(target, this.origins.get(target) ?? "added");
    // a member of a union that becomes valid ends the others
    for (const other of target.siblings()) this.forget(other);
  }

  becameValid(node: Node, event: TraceEvent): void {
    if (node.isOutside) return;
    for (const other of node.siblings()) this.forget(other);
    this.origins.set(node, "added");
    this.countAdded(node, event);
  }

  becameInvalid(node: Node, event: TraceEvent): void {
    this.forget(node);
    this.countRemoved(node, event);
  }

  /** What an extern gives is no copy. */
  received(node: Node): void {
    this.origins.set(node, this.origins.get(node) ?? "added");
  }

  /** A header goes into a parameter or comes back: it stays the header that it was. */
  passed(from: Node, to: Node): void {
    if (from.shape.form !== "header") {
      const targets = to.nodes();
      for (const [index, part] of from.nodes().entries()) this.passed(part, targets[index]!);
      return;
    }
    const origin = from.valid ? this.origins.get(from) : undefined;
    const event = from.valid ? this.written.get(from) : undefined;
    this.forget(from);
    this.forget(to);
    if (origin) this.origins.set(to, origin);
    if (event) this.written.set(to, event);
  }

  /** The elements of a stack move by so many places; told before they do. */
  shifted(stack: Node, by: number, event: TraceEvent): void {
    const elements = stack.nodes();
    const before = elements.map((node) => ({
      valid: node.valid,
      origin: this.origins.get(node),
      written: this.written.get(node),
    }));
    for (const node of elements) this.forget(node);
    before.forEach(({ valid, origin, written }, index) => {
      const target = elements[index + by];
      if (!target) {
        if (valid) this.countRemoved(elements[index]!, event);
        return;
      }
      if (origin) this.origins.set(target, origin);
      if (written) this.written.set(target, written);
    });
  }

  private forget(node: Node): void {
    this.origins.delete(node);
    this.written.delete(node);
  }
}

const validHeaders = (node: Node): Node[] => [
  ...(node.shape.form === "header" && node.valid ? [node] : []),
  ...node.nodes().flatMap(validHeaders),
];
