import { didYouMean } from "../../core/index.ts";
import { internetChecksum } from "../externs/hashes.ts";
import { BitWriter } from "../values/bits.ts";
import { fieldNumber } from "./fieldNumber.ts";
import type { NamedShape } from "./headerShapes.ts";
import { type FieldText, type LayerText, PacketTextError, readLayers } from "./packetText.ts";
import { PROTOCOLS, type Protocol } from "./protocols.ts";

type Field = { name: string; width: number; also?: readonly string[] };
/** A layer with a value for each field; `given`: fields that the text names. */
type Layer = {
  protocol: Protocol | null;
  fields: readonly Field[];
  values: Map<string, bigint>;
  given: Set<string>;
  payload: Uint8Array | null;
};

/** Names are compared without case and underscores: `dstAddr` is `dst_addr`. */
const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");

/** Of two protocols with a name the first. */
const byName: ReadonlyMap<string, Protocol> = new Map(
  PROTOCOLS.toReversed().flatMap((each) => [each.name, ...each.also].map((name) => [plain(name), each])),
);

/** Values by protocol and field, as `{ ipv4: { src: 1n } }`. */
export type FieldDefaults = Readonly<Record<string, Readonly<Record<string, bigint>>>>;

/**
 * The bytes of a packet that is written as headers by name: well-known ones, whose lengths, types and checksums
 * are filled in, and those of a program, whose fields are 0 unless given. Throws `PacketTextError`.
 */
export function buildPacket(
  text: string,
  shapes: readonly NamedShape[],
  defaults: FieldDefaults,
): Uint8Array {
  const layers = readLayers(text).map((layer) => layerOf(layer, shapes));
  for (const [name, fields] of Object.entries(defaults)) {
    const outermost = layers.find(({ protocol }) => protocol?.name === name);
    for (const [field, value] of Object.entries(fields))
      if (outermost && !outermost.given.has(field)) outermost.values.set(field, value);
  }
  linkTypes(layers);
  let rest = new Uint8Array();
  for (let i = layers.length - 1; i >= 0; i--) rest = withLayer(layers[i]!, layers[i - 1] ?? null, rest);
  return rest;
}

function layerOf(text: LayerText, shapes: readonly NamedShape[]): Layer {
  if (text.kind === "payload")
    return { protocol: null, fields: [], values: new Map(), given: new Set(), payload: text.bytes };
  const protocol = byName.get(plain(text.name)) ?? null;
  const own = protocol ? null : headerOf(text, shapes);
  const fields: readonly Field[] = protocol?.fields ?? own?.fields ?? [];
  const values = new Map(fields.map(({ name }) => [name, 0n]));
  for (const { name, value } of protocol?.fields ?? []) values.set(name, value);
  const given = new Set<string>();
  for (const each of text.fields) {
    const field = fieldOf(each, fields, text.name);
    values.set(field.name, numberOf(each, field));
    given.add(field.name);
  }
  return { protocol, fields, values, given, payload: null };
}

function headerOf(
  { name, start, end }: Extract<LayerText, { kind: "header" }>,
  shapes: readonly NamedShape[],
) {
  const isIt = (each: NamedShape): boolean =>
    each.name === name ||
    each.type === name ||
    each.name.endsWith(`.${name}`) ||
    name.endsWith(`.${each.name}`);
  const found = shapes.find((each) => each.name === name) ?? shapes.find(isIt);
  if (!found) {
    const own = shapes.map((each) => each.name);
    const known = [...PROTOCOLS.map((each) => each.name), ...own];
    const program = own.length > 0 ? ` and of the program ${own.join(", ")}` : "";
    throw new PacketTextError(
      `there is no header ${name}${didYouMean(name, known)}; known are ${PROTOCOLS.map((each) => each.name).join(", ")}${program}`,
      start,
      end,
    );
  }
  if (found.fields.reduce((sum, { width }) => sum + width, 0) % 8 !== 0)
    throw new PacketTextError(`header ${name} is not whole bytes long: paste the packet as hex`, start, end);
  return found;
}

function fieldOf({ name, start, end }: FieldText, fields: readonly Field[], header: string): Field {
  const wanted = plain(name);
  const isIt = (one: string): boolean => plain(one) === wanted;
  const found = fields.find((each) => isIt(each.name) || each.also?.some(isIt));
  if (found) return found;
  const known = fields.map((each) => each.name);
  throw new PacketTextError(
    `${header} has no field ${name}${didYouMean(name, known)}; its fields are ${known.join(", ")}`,
    start,
    end,
  );
}

function numberOf({ name, value, start, end }: FieldText, { width }: Field): bigint {
  const number = fieldNumber(value);
  if (number === null)
    throw new PacketTextError(
      `${name} takes a number or an address, not "${value}": as in 53, 0x35, 10.0.0.1, 02:00:00:00:00:01`,
      start,
      end,
    );
  if (width === 0)
    throw new PacketTextError(
      `${name} has no fixed length: leave it out, or paste the packet as hex`,
      start,
      end,
    );
  if (BigInt.asUintN(width, number) !== number)
    throw new PacketTextError(
      `${value} does not fit ${name}, which has ${width} bit${width === 1 ? "" : "s"}`,
      start,
      end,
    );
  return number;
}

/** Each header says what comes behind it, unless the text does. */
function linkTypes(layers: readonly Layer[]): void {
  layers.forEach(({ protocol, given, values }, index) => {
    const above = layers[index + 1]?.protocol ?? null;
    if (!protocol || !above) return;
    if (protocol.name === "mpls" && !given.has("bos")) values.set("bos", above.name === "mpls" ? 0n : 1n);
    const number = protocol.next && above.numbers[protocol.next.by];
    if (protocol.next && number !== undefined && !given.has(protocol.next.field))
      values.set(protocol.next.field, number);
  });
}

/** Fields that hold the length of what they stand for: of the header too, or of what is behind it. */
const LENGTHS: Readonly<Record<string, { field: string; withHeader: boolean }>> = {
  ipv4: { field: "len", withHeader: true },
  ipv6: { field: "plen", withHeader: false },
  udp: { field: "len", withHeader: true },
  gtpu: { field: "len", withHeader: false },
};

function withLayer(layer: Layer, below: Layer | null, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const { protocol, fields, values, given, payload } = layer;
  if (payload) return joined(payload, rest);
  const headerBytes = fields.reduce((sum, { width }) => sum + width, 0) / 8;
  const length = LENGTHS[protocol?.name ?? ""];
  if (length && !given.has(length.field))
    values.set(length.field, BigInt(rest.length + (length.withHeader ? headerBytes : 0)) & 0xffffn);
  if (protocol && values.has("chksum") && !given.has("chksum"))
    values.set("chksum", BigInt(checksum(protocol, bytesOf(layer), below, rest)));
  return joined(bytesOf(layer), rest);
}

function bytesOf({ fields, values }: Layer): Uint8Array {
  const writer = new BitWriter();
  for (const { name, width } of fields) writer.writeWide(values.get(name) ?? 0n, width);
  return writer.take();
}

/** Of IPv4 over its header; of TCP and UDP with the addresses below them (RFC 9293 3.1, RFC 768, RFC 8200 8.1). */
function checksum(protocol: Protocol, header: Uint8Array, below: Layer | null, rest: Uint8Array): number {
  if (protocol.name === "ipv4") return internetChecksum(header);
  const whole = joined(header, rest);
  if (protocol.name === "icmp") return internetChecksum(whole);
  const ip = below?.protocol;
  if (!ip || (ip.name !== "ipv4" && ip.name !== "ipv6")) return 0;
  const width = ip.name === "ipv4" ? 32 : 128;
  const pseudo = new BitWriter();
  pseudo.writeWide(below.values.get("src") ?? 0n, width);
  pseudo.writeWide(below.values.get("dst") ?? 0n, width);
  pseudo.write(whole.length, 32);
  pseudo.write(Number(protocol.numbers.proto), 32);
  const sum = internetChecksum(joined(pseudo.take(), whole));
  return sum === 0 && protocol.name === "udp" ? 0xffff : sum;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(a.length + b.length);
  made.set(a);
  made.set(b, a.length);
  return made;
}
