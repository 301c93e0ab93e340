import type { Random } from "../../../src/core/index.ts";
import { GROUPS } from "../../../testing/run/bmv2/shared.ts";
import { checksums, countLines, EGRESS, INGRESS, meterRates, OBJECTS, PLAIN } from "./calls.ts";
import { Draw } from "./draw.ts";
import { parserText } from "./parser.ts";
import { EMPTY, functionText, type Means, statement } from "./statements.ts";
import { dataText, type TableAction, tableText } from "./tables.ts";
import {
  BOOL,
  bit,
  drawHeaderType,
  drawType,
  type HeaderType,
  type Place,
  type Scope,
  type Type,
  typeText,
} from "./vocabulary.ts";

export type RandomProgram = { text: string; commands: string[]; state: string[] };

/** The first header of every packet: its fields are what checksums and selectors go by. */
const FIRST: HeaderType = {
  name: "first_t",
  fields: [
    { name: "a", type: bit(8) },
    { name: "b", type: bit(8) },
    { name: "c", type: bit(16) },
    { name: "d", type: bit(32) },
  ],
};
const SESSIONS = ["mirroring_add 5 4", "mirroring_add 6 2", "mirroring_add_mc 7 1"];

const fieldLines = (fields: readonly { name: string; type: Type }[]): string =>
  fields.map(({ name, type }) => `${typeText(type)} ${name};`).join(" ");

/** A program for v1model of a grammar that has what BMv2 has, and the commands for its groups, profiles and meters. */
export function randomProgram(random: Random): RandomProgram {
  const draw = new Draw(random);
  const types = draw.list(2, 3, (i) => drawHeaderType(draw, `t${i}_t`));
  const headers = draw.list(2, 4, (i) => ({ text: `hdr.h${i}`, type: draw.pick(types) }));
  const element = draw.pick(types);
  const size = draw.pick([2, 3, 4]);
  const stacks = draw.chance(0.5)
    ? draw.list(1, 2, (i) => ({ text: `hdr.st${i}`, size, type: element }))
    : [];
  const hasUnion = draw.chance(0.2);
  const members = hasUnion ? ["x", "y"].map((name, i) => ({ text: `hdr.u.${name}`, type: types[i]! })) : [];
  const varbits = draw.chance(0.3) ? ["hdr.vb"] : [];
  const metadata = draw.list(3, 6, (i) => ({ name: `m${i}`, type: drawType(draw) }));
  const pair = draw.list(2, 3, (i) => ({ name: `p${i}`, type: drawType(draw) }));
  const elements = stacks.flatMap(({ text, type }) =>
    Array.from({ length: size }, (_, i) => ({ text: `${text}[${i}]`, type })),
  );
  const all = [{ text: "hdr.first", type: FIRST }, ...headers, ...elements, ...members];
  const placesOf = (text: string, fields: readonly { name: string; type: Type }[]): Place[] =>
    fields.map(({ name, type }) => ({ text: `${text}.${name}`, type, isWritable: true }));
  const stored: Place[] = [
    ...placesOf("m", [...metadata, ...KEPT]),
    ...placesOf("m.pair0", pair),
    ...placesOf("m.pair1", pair),
  ];
  const fields = all.flatMap(({ text, type }) => placesOf(text, type.fields));
  const functions: Scope = { ...EMPTY, functions: [], places: [...fields, ...stored] };
  const texts = draw.list(0, 2, (i) => functionText(draw, functions, `fun${i}`));
  const scope: Scope = {
    where: "ingress",
    places: [...stored, ...fields],
    headers: all,
    stacks,
    pairs: ["m.pair0", "m.pair1"],
    functions: functions.functions,
  };
  const parser = parserText(
    draw,
    { ...scope, headers: [], stacks: [], places: stored, functions: [] },
    {
      first: { text: "hdr.first", type: FIRST },
      rest: [...headers.slice(0, -1), ...members],
      stacks,
      varbits,
    },
  );
  const dynamic = stacks.length > 0 && size !== 3 ? runTimeElements(stacks, size) : [];
  const seen = (places: Place[]): Scope => ({ ...scope, places: [...scope.places, ...dynamic, ...places] });
  const ingress = controlText(draw, seen(INGRESS_READS), "I", INGRESS);
  const egress = controlText(draw, { ...seen(EGRESS_READS), where: "egress" }, "E", EGRESS);
  const emitted = draw.some(
    [
      ...headers.map(({ text }) => text),
      ...stacks.map(({ text }) => text),
      ...(hasUnion ? ["hdr.u"] : []),
      ...varbits,
    ],
    1,
  );
  const text = `#include <core.p4>
#include <v1model.p4>
error { E0, E1 }
header first_t { ${fieldLines(FIRST.fields)} }
${types.map(({ name, fields: own }) => `header ${name} { ${fieldLines(own)} }`).join("\n")}
${varbits.length > 0 ? "header vb_t { bit<8> n; varbit<128> data; }" : ""}
${hasUnion ? `header_union u_t { ${members.map(({ type, text: at }) => `${type.name} ${at.slice(-1)};`).join(" ")} }` : ""}
struct pair_t { ${fieldLines(pair)} }
struct note_t { bit<16> any; bit<8> hash8; pair_t pair; }
struct meta_t { ${metadata.map((each) => `${draw.pick(["", "@field_list(1) ", "@field_list(1, 2) "])}${fieldLines([each])}`).join(" ")} ${fieldLines(KEPT)} @field_list(2) pair_t pair0; pair_t pair1; }
struct headers_t { first_t first; ${headers.map(({ text: at, type }) => `${type.name} ${at.slice(4)};`).join(" ")} ${stacks.map(({ text: at, type }) => `${type.name}[${size}] ${at.slice(4)};`).join(" ")} ${hasUnion ? "u_t u;" : ""} ${varbits.length > 0 ? "vb_t vb;" : ""} }
${texts.join("\n")}
parser P(packet_in p, out headers_t hdr, inout meta_t m, inout standard_metadata_t s) {
  ${parser.text}
}
control V(inout headers_t hdr, inout meta_t m) { apply { ${checksums(draw, scope, "verify")} } }
${ingress.text}
${egress.text}
control C(inout headers_t hdr, inout meta_t m) { apply { ${checksums(draw, scope, "update")} } }
control D(packet_out p, in headers_t hdr) { apply { p.emit(hdr.first); ${emitted.map((each) => `p.emit(${each});`).join(" ")} } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;
  return {
    text,
    commands: [
      ...GROUPS.split("\n"),
      ...SESSIONS,
      ...parser.commands,
      ...ingress.commands,
      ...egress.commands,
    ],
    state: [...ingress.state, ...egress.state],
  };
}

const KEPT = [
  { name: "any", type: bit(16) },
  { name: "wide", type: bit(72) },
  { name: "sign", type: { kind: "int", width: 12 } as const },
  { name: "hash8", type: bit(8) },
  { name: "hash32", type: bit(32) },
  { name: "slot", type: bit(2) },
];

const read = (text: string, type: Type): Place => ({ text, type, isWritable: false });
const INGRESS_READS = [
  read("s.ingress_port", bit(9)),
  read("s.packet_length", bit(32)),
  read("s.instance_type", bit(32)),
  read("s.checksum_error", bit(1)),
  read("(s.parser_error == error.E0)", BOOL),
  read("(s.parser_error == error.PacketTooShort)", BOOL),
  read("(s.parser_error != error.NoError)", BOOL),
];
const EGRESS_READS = [...INGRESS_READS, read("s.egress_port", bit(9)), read("s.egress_rid", bit(16))];

/** Elements by an index that a packet decides; one beyond the stack would end BMv2. */
const runTimeElements = (stacks: Scope["stacks"], size: number): Place[] =>
  stacks.flatMap(({ text, type }) =>
    type.fields.map(({ name, type: of }) => ({
      text: `${text}[m.slot${size === 2 ? "[0:0]" : ""}].${name}`,
      type: of,
      isWritable: true,
    })),
  );

function controlText(draw: Draw, scope: Scope, name: "I" | "E", calls: Means["calls"]): RandomProgram {
  const lines: string[] = [OBJECTS];
  const tableActions: TableAction[] = [];
  const inActions: Means = {
    tables: [],
    actions: [],
    calls: PLAIN,
    ends: ["exit;", "return;"],
    isFlat: true,
  };
  for (let i = 0; i < 3; i++) {
    const data = draw.list(0, 2, () => {
      const type = drawType(draw);
      return type.kind === "bool" ? bit(9) : type;
    });
    const places = data.map((type, at) => ({ text: `d${at}`, type, isWritable: false }));
    const own: Scope = { ...scope, where: "action", places: [...places, ...places, ...scope.places] };
    const body = draw.list(1, 3, () => statement(draw, own, inActions, draw.chance(0.3) ? 2 : 0));
    lines.push(`action act${i}(${dataText(data)}) { ${body.join(" ")} }`);
    tableActions.push({ name: `act${i}`, data });
  }
  const called: Means["actions"] = draw.list(0, 2, (i) => {
    const parameters = draw.list(1, 2, () => {
      const isInout = draw.chance(0.5);
      const place = draw.pick(scope.places.filter(({ isWritable }) => isWritable));
      return {
        type: isInout ? place.type : drawType(draw),
        direction: isInout ? ("inout" as const) : ("in" as const),
      };
    });
    const places = parameters.map(({ type, direction }, at) => ({
      text: `q${at}`,
      type,
      isWritable: direction === "inout",
    }));
    const own: Scope = {
      ...scope,
      where: "action",
      places: [...places, ...places, ...places, ...scope.places],
    };
    const body = draw.list(1, 3, () => statement(draw, own, inActions, 0));
    const given = parameters.map(({ type, direction }, at) => `${direction} ${typeText(type)} q${at}`);
    lines.push(`action sub${i}(${given.join(", ")}) { ${body.join(" ")} }`);
    return { name: `sub${i}`, parameters };
  });
  const tables = draw.list(1, 3, (i) => {
    const made = tableText(draw, scope, name, `tab${i}`, tableActions);
    return { name: `tab${i}`, ...made };
  });
  const means: Means = {
    tables: [...tables],
    actions: called,
    calls: [...PLAIN, ...calls],
    ends: ["exit;", "return;"],
    isFlat: false,
  };
  const own: Scope = { ...scope, places: [...scope.places] };
  const body = draw.list(3, 6, () => statement(draw, own, means, 3));
  // what nothing applies or uses the compiler leaves out
  const applied = tables.filter((table) => !means.tables.includes(table));
  lines.push(...applied.map((table) => table.text));
  const isUsed = (object: string): boolean =>
    [...lines.slice(1), ...body].some((line) => line.includes(`${object}.`));
  const first = [
    ...(name === "I" ? ["s.egress_spec = 1;"] : []),
    ...(isUsed("met") ? ["met.execute_meter(32w0, m.hash8);"] : []),
    ...(isUsed("cnt") ? ["cnt.count(32w1);"] : []),
  ];
  const text = `control ${name}(inout headers_t hdr, inout meta_t m, inout standard_metadata_t s) {
  ${lines.join("\n  ")}
  apply {
    ${[...first, ...body].join("\n    ")}
  }
}`;
  return {
    text,
    commands: [...(isUsed("met") ? meterRates(name) : []), ...applied.flatMap((table) => table.commands)],
    state: isUsed("cnt") ? countLines(name) : [],
  };
}
