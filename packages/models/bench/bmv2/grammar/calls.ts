import type { Draw } from "./draw.ts";
import { expression } from "./expressions.ts";
import { bit, isSame, literal, type Scope } from "./vocabulary.ts";

type Call = (draw: Draw, scope: Scope) => string;

const ALGORITHMS = ["crc16", "crc32", "csum16", "xor16", "identity"];

/** A place of bits of a width among some, or one that is declared in the way. */
function placeOf(draw: Draw, scope: Scope, widths: readonly number[]): string {
  const fitting = scope.places.filter(
    ({ type, isWritable }) => isWritable && type.kind === "bit" && widths.includes(type.width),
  );
  return fitting.length > 0 ? draw.pick(fitting).text : "m.any";
}

const index = (draw: Draw, scope: Scope, bits: number): string =>
  `(bit<32>)${expression(draw, scope, bit(bits), 1)}`;

/** Values of whole bytes for a hash: fields, constants, and what fills them up. */
function list(draw: Draw, scope: Scope): string {
  const places = scope.places.filter(({ type, text }) => type.kind === "bit" && !text.includes("["));
  const chosen = draw.list(1, 3, () => draw.pick(places));
  const rest = chosen.reduce((sum, { type }) => sum + type.width, 0) % 8;
  const filled = rest > 0 ? [`${8 - rest}w1`] : [];
  return `{ ${[...chosen.map(({ text }) => text), ...filled].join(", ")} }`;
}

/** Objects that both controls declare: arrays of four of each kind. */
export const OBJECTS = `counter(4, CounterType.packets_and_bytes) cnt; meter(2, MeterType.packets) met;
  register<bit<16>>(4) reg; register<bit<72>>(4) big; register<int<12>>(4) sig;`;
export const countLines = (control: string): string[] =>
  [0, 1, 2, 3].map((i) => `counter_read ${control}.cnt ${i}`);
export const meterRates = (control: string): string[] => [
  `meter_set_rates ${control}.met 0 0.0000001:2 0.0000001:5`,
  `meter_set_rates ${control}.met 1 0.0000001:3 0.0000002:3`,
];

/** Calls of the objects, hashes, and the fate of a packet: what an action may say, without a condition. */
function dropped(): string {
  return "mark_to_drop(s);";
}

function logged(draw: Draw, scope: Scope): string {
  return `log_msg("value {}", { ${expression(draw, scope, bit(8), 1)} });`;
}

/** In a loop p4c (34b86e9) ends on the call of what is declared more than once. */
export const isForLoops = (call: Call): boolean => call !== dropped && call !== logged;

export const PLAIN: Call[] = [
  (draw, scope) => `cnt.count(${index(draw, scope, 2)});`,
  (draw, scope) => `met.execute_meter(${index(draw, scope, 1)}, ${placeOf(draw, scope, [8, 16])});`,
  (draw, scope) => `reg.read(m.any, ${index(draw, scope, 2)});`,
  (draw, scope) => `reg.write(${index(draw, scope, 2)}, ${expression(draw, scope, bit(16), 2)});`,
  (draw, scope) => `big.read(m.wide, ${index(draw, scope, 2)});`,
  (draw, scope) => `big.write(${index(draw, scope, 2)}, ${expression(draw, scope, bit(72), 2)});`,
  (draw, scope) => `sig.read(m.sign, ${index(draw, scope, 2)});`,
  (draw, scope) =>
    `sig.write(${index(draw, scope, 2)}, ${expression(draw, scope, { kind: "int", width: 12 }, 2)});`,
  (draw, scope) => {
    const width = draw.pick([8, 16, 32]);
    const place = width === 16 ? placeOf(draw, scope, [16]) : `m.hash${width}`;
    const most = draw.pick([literal(draw, bit(width)), `${width}w13`, "32w0x10000"]);
    return `hash(${place}, HashAlgorithm.${draw.pick(ALGORITHMS)}, ${width}w${draw.integer(9)}, ${list(draw, scope)}, ${most});`;
  },
  dropped,
];

/** What a control may say at ingress, and at egress; rounds and copies only of packets that came by themselves. */
export const INGRESS: Call[] = [
  (draw, scope) => `s.egress_spec = (bit<9>)${expression(draw, scope, bit(3), 2)};`,
  (draw, scope) => `s.egress_spec = (bit<9>)${expression(draw, scope, bit(3), 2)};`,
  (draw, scope) => `s.mcast_grp = 16w1 + (bit<16>)${expression(draw, scope, bit(1), 1)};`,
  (draw, scope) => `s.priority = ${expression(draw, scope, bit(3), 1)};`,
  (draw, scope) => `truncate((bit<32>)${expression(draw, scope, bit(6), 1)});`,
  (draw) =>
    draw.chance(0.5)
      ? `clone(CloneType.I2E, 32w${draw.pick([5, 6, 7])});`
      : `clone_preserving_field_list(CloneType.I2E, 32w${draw.pick([5, 6, 7])}, 8w${draw.pick([1, 2])});`,
  (draw) => `if (s.instance_type == 0) { resubmit_preserving_field_list(8w${draw.pick([1, 2])}); }`,
  () => "digest<note_t>(1, { m.any, m.hash8, m.pair0 });",
  logged,
  (draw, scope) => `assert(${expression(draw, scope, bit(8), 1)} >= 0);`,
];
export const EGRESS: Call[] = [
  (draw, scope) => `truncate((bit<32>)${expression(draw, scope, bit(6), 1)});`,
  (draw) => {
    const list = draw.pick([1, 2]);
    const session = draw.pick([5, 6, 7]);
    return draw.chance(0.5)
      ? `if (s.instance_type == 0) { clone(CloneType.E2E, 32w${session}); }`
      : `if (s.instance_type == 0) { clone_preserving_field_list(CloneType.E2E, 32w${session}, 8w${list}); }`;
  },
  (draw) => `if (s.instance_type == 0) { recirculate_preserving_field_list(8w${draw.pick([1, 2])}); }`,
];

/** Calls of a checksum control: conditions are tests of fields, lists hold fields. */
export function checksums(draw: Draw, scope: Scope, word: "verify" | "update"): string {
  return draw
    .list(0, 2, () => {
      const algorithm = draw.pick(ALGORITHMS);
      const target = draw.pick(["hdr.first.c", "hdr.first.c", "hdr.first.d"]);
      const payload = draw.chance(0.3) ? "_with_payload" : "";
      const tests = [
        "true",
        "hdr.first.isValid()",
        "hdr.first.a < 8w128",
        ...scope.headers.map(({ text }) => `${text}.isValid()`),
      ];
      const fields: Scope = {
        ...scope,
        places: scope.places.filter(
          ({ text, type }) => text !== target && isSame(type, bit(type.width)) && text.startsWith("hdr."),
        ),
      };
      return `${word}_checksum${payload}(${draw.pick(tests)}, ${list(draw, fields)}, ${target}, HashAlgorithm.${algorithm});`;
    })
    .join("\n    ");
}
