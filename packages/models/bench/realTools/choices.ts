import type { ClassRule } from "../../src/synthesis/classes/synthesis.ts";
import { hasValue } from "../../src/synthesis/header/fieldSet.ts";
import { matches } from "../../src/synthesis/header/filter.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import type { Write } from "../../src/synthesis/header/writes.ts";
import type { Synthesis } from "../../src/synthesis/index.ts";

/** A packet that both sides let out by the same exit: what came in and what left, on either side. */
export type Crossing = {
  id: number;
  entry: string;
  exit: string;
  in: [Packet, Packet];
  out: [Packet, Packet];
};

const TUPLE = ["ipSrc", "ipDst", "ipProto", "srcPort", "dstPort"] as const;
const MIRROR: Readonly<Record<string, string>> = {
  ipSrc: "ipDst",
  ipDst: "ipSrc",
  srcPort: "dstPort",
  dstPort: "srcPort",
};

/**
 * The crossings in which both sides differ by more than they may choose, each with the field. A side may choose
 * - a value of the set that a rewriter draws from, in a field that a class of this packet draws at this exit, and
 * - for a reply what the flow had that it answers: a packet that left with the mirrored addresses and ports on this
 *   side, or one that was dropped behind a rewriter (the synthesis drops it before, and maps nothing).
 * What a side chose must be told apart on the other: of two flows neither may take the other's values on one side only.
 * `lost`: packets that left on no side, by what came in.
 */
export function differences(
  synthesis: Synthesis,
  crossings: readonly Crossing[],
  lost: readonly [Packet, Packet][],
): { id: number; field: string }[] {
  const found: { id: number; field: string }[] = [];
  const written = flowWrites(synthesis.graph);
  const flows = [0, 1].map((side) => new Flows(crossings, lost, side as 0 | 1, written));
  const partners = [new Map<string, string>(), new Map<string, string>()] as const;
  for (const crossing of crossings) {
    const [p, q] = crossing.out;
    const open = Object.keys(p).filter((field) => p[field] !== q[field] && !isKept(crossing, field));
    const drawn = open.filter((field) => isDrawn(synthesis, crossing, field));
    const rest = open.filter((field) => !drawn.includes(field));
    const isRestored = [0, 1].every((side) => flows[side]!.restores(crossing, rest, synthesis));
    if (rest.length > 0 && !isRestored) found.push({ id: crossing.id, field: rest[0]! });
    else if (drawn.length > 0 && !isPaired(partners, crossing))
      found.push({ id: crossing.id, field: drawn[0]! });
  }
  return found;
}

/** Replies bring in what each side had chosen: a field that neither side writes may differ with them. */
const isKept = ({ in: [own, made], out: [p, q] }: Crossing, field: string): boolean =>
  p[field] === own[field] && q[field] === made[field];

/** Whether a class that the packet may be of draws the field's value, from a set that holds both. */
function isDrawn(synthesis: Synthesis, crossing: Crossing, field: string): boolean {
  const rules = synthesis.classifiers.find((c) => c.entry === crossing.entry)?.rules ?? [];
  const met = rules.filter(({ filter }) => crossing.in.every((packet) => matches(filter, packet)));
  return draws(synthesis, met, crossing, field);
}

/** Whether one of `rules`, or of the stages behind them, leads to the exit and draws the field on its way. */
function draws(
  synthesis: Synthesis,
  rules: readonly ClassRule[],
  { exit, out }: Pick<Crossing, "exit" | "out">,
  field: string,
  before?: Write,
): boolean {
  return rules.some(({ class: id }) => {
    const { writes, ending } = synthesis.classes[id]!;
    const write = writes[field] ?? before;
    if (ending.kind === "cut" && ending.resumes !== undefined) {
      const stage = synthesis.stages.find((s) => s.id === ending.resumes)!;
      return draws(synthesis, stage.rules, { exit, out }, field, write);
    }
    if (ending.kind !== "exit" || ending.name !== exit) return false;
    if (write?.kind !== "set" || write.choice === "any") return false;
    return out.every((packet) => hasValue(write.values, packet[field]!));
  });
}

export const keyOf = (packet: Packet): string => TUPLE.map((field) => packet[field]).join(" ");
export const mirrored = (p: Packet): string => [p.ipDst, p.ipSrc, p.ipProto, p.dstPort, p.srcPort].join(" ");

/** Notes which values of one side stand for which of the other; false when they stood for others before. */
function isPaired(
  partners: readonly [Map<string, string>, Map<string, string>],
  { exit, out }: Crossing,
): boolean {
  const [a, b] = [`${exit} ${keyOf(out[0])}`, `${exit} ${keyOf(out[1])}`];
  if ((partners[0].get(a) ?? b) !== b || (partners[1].get(b) ?? a) !== a) return false;
  partners[0].set(a, b);
  partners[1].set(b, a);
  return true;
}

/** What rewriters write, by field: of the rules that keep a flow. */
type FlowWrites = ReadonlyMap<string, readonly Write[]>;

function flowWrites({ units }: Synthesis["graph"]): FlowWrites {
  const written = new Map<string, Write[]>();
  for (const { rules } of units.values())
    for (const { flow, writes } of rules)
      for (const [field, write] of flow ? Object.entries(writes) : [])
        if (write) written.set(field, [...(written.get(field) ?? []), write]);
  return written;
}

/**
 * Whether a packet may be the answer to a flow that was lost behind a rewriter: of one protocol, and each address and
 * port is that of the flow, or one that a rewriter of the chain writes.
 */
function couldAnswer(written: FlowWrites, flow: Packet, reply: Packet): boolean {
  const isWritten = (field: string, value: number): boolean =>
    (written.get(field) ?? []).some((write) => {
      if (write.kind === "set") return hasValue(write.values, value);
      return write.kind === "const" && write.value === value;
    });
  return (
    flow.ipProto === reply.ipProto &&
    Object.entries(MIRROR).every(
      ([field, mirror]) => flow[field] === reply[mirror] || isWritten(field, reply[mirror]!),
    )
  );
}

/** What flows of one side were, by the addresses and ports with which they left. */
class Flows {
  private readonly left = new Map<string, Packet[]>();
  private readonly lost: Packet[];
  private readonly side: 0 | 1;
  private readonly written: FlowWrites;

  constructor(
    crossings: readonly Crossing[],
    lost: readonly [Packet, Packet][],
    side: 0 | 1,
    written: FlowWrites,
  ) {
    this.side = side;
    this.written = written;
    this.lost = lost.map((pair) => pair[side]);
    for (const { in: came, out } of crossings) {
      const key = keyOf(out[side]);
      const same = this.left.get(key);
      if (same) same.push(came[side]);
      else this.left.set(key, [came[side]]);
    }
  }

  /**
   * Whether one flow that the packet answers had all of `fields`. What an earlier rewriter drew for the flow is seen
   * nowhere: in a chain of several, such a field may be any value of its set.
   */
  restores(crossing: Crossing, fields: readonly string[], { graph }: Synthesis): boolean {
    if (fields.some((field) => MIRROR[field] === undefined)) return false;
    const out = crossing.out[this.side];
    const reply = crossing.in[this.side];
    const answered = [
      ...(this.left.get(mirrored(reply)) ?? []),
      ...this.lost.filter((flow) => couldAnswer(this.written, flow, reply)),
    ];
    const isBetween = (field: string): boolean =>
      graph.rewriters.size > 1 &&
      [...graph.units.values()].some((unit) =>
        unit.rules.some(({ writes: { [MIRROR[field]!]: write } }) => {
          return write?.kind === "set" && write.choice !== "any" && hasValue(write.values, out[field]!);
        }),
      );
    return answered.some((flow) => fields.every((f) => out[f] === flow[MIRROR[f]!] || isBetween(f)));
  }
}
