import type { Bmv2Program } from "../bmv2/schema.ts";
import { Expressions } from "./expressions.ts";
import { DecompileError } from "./failure.ts";
import { Identifiers, named } from "./identifiers.ts";
import type { Scope } from "./operands.ts";
import { lastPart, statesOf } from "./parserStates.ts";
import { controlOf } from "./pipelines.ts";
import { type Block, Places } from "./places.ts";
import { calculationText, type Externs, placed } from "./statements.ts";
import { indented } from "./structure.ts";

/**
 * A compiled program as P4 source for v1model that means the same: control-plane names, tables, actions, externs and
 * entries are the program's own. What p4c joined, inlined or renamed stays so. Throws `DecompileError`.
 */
export function decompile(program: Bmv2Program): string {
  const globals = new Identifiers();
  const places = new Places(program, globals);
  const errors = new Map(program.errors.map(([name, value]) => [BigInt(value), name]));
  const known = [
    "NoError",
    "PacketTooShort",
    "NoMatch",
    "StackOutOfBounds",
    "HeaderTooShort",
    "ParserTimeout",
    "ParserInvalidArgument",
  ];
  const own = [...errors.values()].filter((name) => !known.includes(name));
  const [odd] = own.filter((name) => new Identifiers([]).make(name) !== name);
  if (odd !== undefined) throw new DecompileError(`the error ${JSON.stringify(odd)} has no name of P4`);
  const scope: Scope = { places, parameters: [], errors };
  const names = new Identifiers();
  const digests = digestsOf(program, scope, globals);
  const instances = new Map<string, string>();
  const declared = new Map<"ingress" | "egress", string[]>([
    ["ingress", []],
    ["egress", []],
  ]);
  const blocksOf = blocksNaming(program);
  for (const { each, text } of externsOf(program, places)) {
    const local = names.make(lastPart(each.name));
    instances.set(each.name, local);
    // an instance belongs to the control that uses it; the control plane knows it by its full name
    for (const block of blocksOf(each.name))
      declared.get(block)?.push(`${named(each.name)} ${text} ${local};`);
  }
  const externs: Externs = {
    instances,
    registerBits: new Map(program.register_arrays.map(({ name, bitwidth }) => [name, bitwidth])),
    calculations: new Map(program.calculations.map((each) => [each.name, each])),
    digests: digests.byId,
  };
  const [parser] = program.parsers;
  if (!parser) throw new DecompileError("there is no parser");
  const sizes = new Map(program.parse_vsets.map(({ name, max_size }) => [name, max_size ?? 16]));
  const states = statesOf(parser, scope, externs, sizes);
  const controls = (["ingress", "egress"] as const).map((name) => {
    const pipeline = program.pipelines.find((each) => each.name === name);
    return pipeline ? controlOf(pipeline, program, scope, externs, names) : { declarations: [], body: [] };
  });
  const control = (name: string, block: "ingress" | "egress", index: number): string[] => {
    const { declarations, body } = controls[index]!;
    return [
      `control ${name}(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {`,
      ...indented([...places.localsOf(block), ...(declared.get(block) ?? []), ...declarations]),
      "    apply {",
      ...indented(indented(body)),
      "    }",
      "}",
    ];
  };
  const checksums = (name: string, block: Block): string[] => [
    `control ${name}(inout headers_t hdr, inout metadata_t meta) {`,
    ...indented(places.localsOf(block)),
    "    apply {",
    ...indented(indented(checksumStatements(program, scope, externs, block))),
    "    }",
    "}",
  ];
  const order = program.deparsers[0]?.order ?? [];
  const lines = [
    "// Written from compiled BMv2 JSON: names of the control plane are the program's, others may differ.",
    "#include <core.p4>",
    "#include <v1model.p4>",
    "",
    ...(own.length > 0 ? [`error { ${own.join(", ")} }`, ""] : []),
    ...places.types,
    ...digests.types,
    "struct headers_t {",
    ...indented(places.headers),
    "}",
    "struct metadata_t {",
    ...indented(places.metadata),
    "}",
    "",
    "parser ParserImpl(packet_in packet, out headers_t hdr, inout metadata_t meta,",
    "                  inout standard_metadata_t standard_metadata) {",
    ...indented([...places.localsOf("parser"), ...states]),
    "}",
    "",
    ...checksums("VerifyChecksumImpl", "verify"),
    "",
    ...control("IngressImpl", "ingress", 0),
    "",
    ...control("EgressImpl", "egress", 1),
    "",
    ...checksums("ComputeChecksumImpl", "compute"),
    "",
    "control DeparserImpl(packet_out packet, in headers_t hdr) {",
    "    apply {",
    ...order.map((name) => `        packet.emit(${places.header(name)});`),
    "    }",
    "}",
    "",
    "V1Switch(ParserImpl(), VerifyChecksumImpl(), IngressImpl(), EgressImpl(), ComputeChecksumImpl(), DeparserImpl()) main;",
  ];
  const asked = lines.some((line) => line.includes("error_number("));
  const at = lines.indexOf("struct headers_t {");
  if (asked) lines.splice(at, 0, ...errorNumber(errors));
  return `${lines.join("\n")}\n`;
}

/** Counters, meters and registers that statements name. */
function externsOf({ counter_arrays, meter_arrays, register_arrays }: Bmv2Program, places: Places) {
  const indexed = (each: { size?: number | null | undefined }): string => `32w${each.size ?? 1024}`;
  // a direct meter writes into this field, of whatever width
  const colourBits = ({ result_target }: (typeof meter_arrays)[number]): number =>
    result_target ? places.field(result_target).type.bits : 32;
  const kindOf = (type: string | null | undefined): string => (type === "packets" ? "packets" : "bytes");
  return [
    ...counter_arrays
      .filter((each) => each.is_direct !== true)
      .map((each) => ({ each, text: `counter(${indexed(each)}, CounterType.packets_and_bytes)` })),
    ...meter_arrays.map((each) => ({
      each,
      text:
        each.is_direct === true
          ? `direct_meter<bit<${colourBits(each)}>>(MeterType.${kindOf(each.type)})`
          : `meter(${indexed(each)}, MeterType.${kindOf(each.type)})`,
    })),
    ...register_arrays.map((each) => ({
      each,
      text: `register<bit<${each.bitwidth}>>(${indexed(each)})`,
    })),
  ];
}

/** The pipelines that name an instance; one that none names stands in ingress. */
function blocksNaming({ pipelines, actions, meter_arrays }: Bmv2Program) {
  const texts = actions.map(({ id, primitives }) => ({ id, text: JSON.stringify(primitives) }));
  return (name: string): ("ingress" | "egress")[] => {
    const quoted = JSON.stringify(name);
    const bound = meter_arrays.find((each) => each.name === name)?.binding;
    const naming = new Set(texts.filter(({ text }) => text.includes(quoted)).map(({ id }) => id));
    const found = (["ingress", "egress"] as const).filter((block) =>
      pipelines.some(
        (each) =>
          each.name === block &&
          each.tables.some((table) => table.name === bound || table.action_ids.some((id) => naming.has(id))),
      ),
    );
    return found.length === 0 ? ["ingress"] : found;
  };
}

function digestsOf(program: Bmv2Program, scope: Scope, globals: Identifiers) {
  const expressions = new Expressions(scope);
  const types: string[] = [];
  const byId: [number, { type: string; elements: (typeof program.learn_lists)[number]["elements"] }][] = [];
  for (const { id, name, elements } of program.learn_lists) {
    const type = globals.make(lastPart(name));
    const inside = new Identifiers([]);
    types.push(
      `struct ${type} {`,
      ...elements.map((each, i) => {
        const { bits, isSigned } = expressions.typed(each).type;
        const shown = Array.isArray(each.value) ? String(each.value[1]) : `field${i}`;
        return `    ${isSigned ? "int" : "bit"}<${bits}> ${inside.make(lastPart(shown))};`;
      }),
      "}",
    );
    byId.push([id, { type, elements }]);
  }
  return { types, byId: new Map(byId) };
}

function checksumStatements(program: Bmv2Program, scope: Scope, externs: Externs, block: Block): string[] {
  const expressions = new Expressions(scope);
  return program.checksums.flatMap((checksum) => {
    if (!(block === "verify" ? checksum.verify : checksum.update)) return [];
    const calculation = externs.calculations.get(checksum.calculation);
    if (!calculation) throw new DecompileError("a checksum over nothing", checksum);
    const { algorithm, input, hasPayload } = calculationText(calculation, expressions);
    const condition = checksum.if_cond ? expressions.truth(checksum.if_cond) : "true";
    const call = `${block === "verify" ? "verify" : "update"}_checksum${hasPayload ? "_with_payload" : ""}`;
    const target = scope.places.field(checksum.target).text;
    return placed([`${call}(${condition}, ${input}, ${target}, ${algorithm});`], checksum);
  });
}

/** The number that an error has in the compiled program. */
const errorNumber = (errors: ReadonlyMap<bigint, string>): string[] => [
  "bit<32> error_number(in error e) {",
  ...[...errors]
    .filter(([value]) => value !== 0n)
    .map(([value, name]) => `    if (e == error.${name}) { return ${value}; }`),
  "    return 0;",
  "}",
];
