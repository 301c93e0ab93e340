import type { UnitRule } from "../graph/unit.ts";
import { parseIp } from "../header/address.ts";
import { type FieldSet, isSameSet, setOf, uniteSets, valuesOf } from "../header/fieldSet.ts";
import { ANY, type Filter, filterOf, intersect } from "../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../header/layout.ts";
import type { Choice, Write, Writes } from "../header/writes.ts";
import {
  type Behaviour,
  behaviourOf,
  type CompiledElement,
  type ElementContext,
  refused,
  rule,
} from "./definition.ts";

/** What a rewriter does with a new flow of one input: new values, and ports for it and for its replies. */
type Mapping = { writes: Writes; forward: number; reply: number };
type InputSpec = { kind: "map"; mapping: Mapping } | { kind: "pass"; port: number } | { kind: "drop" };

const REWRITTEN = ["ipSrc", "srcPort", "ipDst", "dstPort"] as const;
type Rewritten = (typeof REWRITTEN)[number];

/** Protocols whose flows each rewriter keeps; it drops others, but for an input that passes them. */
const PROTOCOLS: Readonly<Record<string, FieldSet>> = {
  IPRewriter: valuesOf(PROTOCOL.tcp, PROTOCOL.udp),
  UDPRewriter: valuesOf(PROTOCOL.tcp, PROTOCOL.udp),
  TCPRewriter: valuesOf(PROTOCOL.tcp),
};

/** The specifications of a rewriter without its keyword arguments (timeouts). */
const specificationsOf = (given: readonly string[]): string[] =>
  given.filter((a) => !/^[A-Z_]{3,}\s+\S+$/.test(a));

/**
 * `IPRewriter(SPEC, ...)`, one specification for each input: `pattern SADDR SPORT DADDR DPORT FOUT ROUT`
 * (also without the word), `keep FOUT ROUT`, `pass OUT`, `nochange`, `drop`, or the name of a mapper. A packet
 * of a known flow is rewritten by its mapping at whatever input it comes in, a reply backwards, as Click does.
 */
export function compileRewriter(context: ElementContext): CompiledElement {
  const specifications = specificationsOf(context.arguments);
  if (specifications.length === 0)
    return refused("it needs a specification for each input, such as pattern 1.2.3.4 1024-65535 - - 0 1");
  const inputs: InputSpec[] = [];
  for (const text of specifications) {
    const input = inputSpec(text, context);
    if (typeof input === "string") return refused(`input "${text}": ${input}`);
    inputs.push(input);
  }
  return { ok: true, behaviour: (inPort) => behaviour(inputs, inPort, context), specifications };
}

function behaviour(inputs: readonly InputSpec[], inPort: number, context: ElementContext): Behaviour {
  const { state, annotations } = context;
  const kept: Filter = { ipProto: PROTOCOLS[context.class]! };
  const at = Math.min(inPort, inputs.length - 1);
  const annotated = (writes: Writes): Writes =>
    annotations.dst === null
      ? writes
      : { ...writes, [annotations.dst]: writes.ipDst ?? { kind: "copy", from: "ipDst", by: 0 } };
  const rules = inputs.flatMap((input, j): UnitRule[] => {
    if (input.kind !== "map") return [];
    const { mapping } = input;
    const flow = { state, input: j, known: true, isForward: false };
    const filter = repliesTo(mapping);
    const met = filter && intersect(kept, filter);
    const reply = met && { ...rule(met, mapping.reply, annotated(undone(mapping, state))), flow };
    // where flows of `j` begin, known and new ones are one rule
    const forward =
      j === at
        ? []
        : [{ ...rule(kept, mapping.forward, annotated(mapping.writes)), flow: { ...flow, isForward: true } }];
    return [...(reply ? [reply] : []), ...forward];
  });
  const input = inputs[at]!;
  if (input.kind === "pass") rules.push(rule(ANY, input.port));
  if (input.kind === "map") {
    const { forward, writes } = input.mapping;
    rules.push({
      ...rule(kept, forward, annotated(writes)),
      flow: { state, input: at, known: false, isForward: true },
    });
  }
  return behaviourOf(rules);
}

/** Where a field of a flow stands in its replies. */
const MIRROR: Record<Rewritten, Rewritten> = {
  ipSrc: "ipDst",
  srcPort: "dstPort",
  ipDst: "ipSrc",
  dstPort: "srcPort",
};

/** Replies carry the values that were chosen, with source and destination exchanged. */
function repliesTo({ writes }: Mapping): Filter | null {
  const fields: Record<string, FieldSet> = {};
  for (const field of REWRITTEN) {
    const write = writes[field];
    if (write) fields[MIRROR[field]] = valuesWritten(write);
  }
  return filterOf(fields, PACKET_LAYOUT);
}

/** The state table puts back what the flow had: any value, as far as the filter knows. */
function undone({ writes }: Mapping, state: string): Writes {
  const out: Record<string, Write> = {};
  for (const field of REWRITTEN)
    if (writes[field]) {
      const target = MIRROR[field];
      const values: FieldSet = [0, 2 ** PACKET_LAYOUT[target] - 1];
      out[target] = { kind: "set", values, choice: "any", state };
    }
  return out;
}

const valuesWritten = (write: Write): FieldSet =>
  write.kind === "set" ? write.values : write.kind === "const" ? [write.value, write.value] : [];

function inputSpec(text: string, context: ElementContext): InputSpec | string {
  const [head = "", ...rest] = text.split(/\s+/);
  switch (head) {
    case "drop":
    case "discard":
      return { kind: "drop" };
    case "nochange":
      return { kind: "pass", port: 0 };
    case "pass":
    case "passthrough":
      return isPort(rest[0] ?? "0")
        ? { kind: "pass", port: Number(rest[0] ?? 0) }
        : "pass takes the number of an output";
    case "keep": {
      const [forward = "0", reply = "0"] = rest;
      if (!isPort(forward) || !isPort(reply)) return "keep takes two outputs";
      return { kind: "map", mapping: { writes: {}, forward: Number(forward), reply: Number(reply) } };
    }
    case "pattern":
    case "xpattern":
      return patternSpec([rest.join(" ")], "pool", context.state);
    default: {
      const patterns = context.mapper(head);
      if (patterns) return patternSpec(patterns, "roundRobin", context.state);
      return rest.length >= 4
        ? patternSpec([text], "pool", context.state)
        : "it is none of pattern, keep, pass, nochange, drop, or the name of a mapper";
    }
  }
}

/** Patterns `SADDR SPORT DADDR DPORT [FOUT ROUT]`; several of them are what a mapper chooses from. */
function patternSpec(patterns: readonly string[], choice: Choice, state: string): InputSpec | string {
  const sets: Record<Rewritten, FieldSet | null>[] = [];
  let outputs: [number, number] | null = null;
  if (patterns.length === 0) return "the mapper has no pattern";
  for (const pattern of patterns) {
    const words = pattern.split(/\s+/);
    const [sAddr, sPort, dAddr, dPort, forward = "0", reply = "0"] = words;
    const addresses = [sAddr, dAddr].map((w) => addressSet(w ?? ""));
    const ports = [sPort, dPort].map((w) => portSet(w ?? ""));
    if (words.length < 4 || words.length > 6 || [...addresses, ...ports].includes(undefined))
      return `"${pattern}" must be SADDR SPORT DADDR DPORT FOUT ROUT, with - for what stays`;
    if (!isPort(forward) || !isPort(reply)) return `"${pattern}" must end in two outputs`;
    if (outputs && (outputs[0] !== Number(forward) || outputs[1] !== Number(reply)))
      return "the patterns of the mapper leave by different outputs";
    outputs = [Number(forward), Number(reply)];
    const [ipSrc = null, ipDst = null] = addresses;
    const [srcPort = null, dstPort = null] = ports;
    sets.push({ ipSrc, srcPort, ipDst, dstPort });
  }
  const writes: Record<string, Write> = {};
  for (const field of REWRITTEN) {
    const given = sets.map((s) => s[field]);
    const known = given.filter((s) => s !== null);
    if (known.length === 0) continue;
    if (known.length < given.length) return `some patterns of the mapper keep ${field} and others write it`;
    const values = known.reduce(uniteSets);
    writes[field] = isSameSet(values, valuesOf(values[0]!))
      ? { kind: "const", value: values[0]! }
      : { kind: "set", values, choice, state };
  }
  return { kind: "map", mapping: { writes, forward: outputs![0], reply: outputs![1] } };
}

const isPort = (text: string): boolean => /^\d+$/.test(text);

/** null: stays; undefined: cannot be read. */
function addressSet(text: string): FieldSet | null | undefined {
  if (text === "-") return null;
  const [from, to, ...more] = text.split("-").map(parseIp);
  if (from === null || from === undefined || to === null || more.length > 0) return undefined;
  return setOf([[from, to ?? from]]);
}

/** `80`, `1024-65535`, with Click's # or ? behind a range for the order of choice. */
function portSet(text: string): FieldSet | null | undefined {
  if (text === "-") return null;
  const range = /^(\d+)(?:-(\d+)[#?]?)?$/.exec(text);
  if (!range) return undefined;
  const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
  return from <= to && to < 2 ** PACKET_LAYOUT.srcPort ? [from, to] : undefined;
}
