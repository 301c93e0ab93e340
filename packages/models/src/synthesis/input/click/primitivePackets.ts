import { lengthOfOnes } from "../../header/address.ts";
import {
  type FieldSet,
  fullSet,
  interval,
  prefixSet,
  subtractSets,
  valuesOf,
} from "../../header/fieldSet.ts";
import { ANY, type Filter } from "../../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";
import { both, complement, fail, only, toward } from "./filterUnion.ts";
import { type Relation as BitRelation, packetsWithBits } from "./headerBits.ts";
import { isBits, type Primitive } from "./ipPrimitive.ts";
import { ANY_TRANSPORT, type Bits, FIELDS, TCP_OR_UDP } from "./ipWords.ts";

/** The packets that a test takes. */
export function packetsOf(primitive: Primitive): Filter[] {
  const filters = tested(primitive);
  return primitive.isNegated ? complement(filters) : filters;
}

function tested(p: Primitive): Filter[] {
  const { type, value } = p;
  if (type === null) return fail("a value is missing");
  if (isBits(type)) {
    if (value.kind !== "number" && (value.kind !== "icmp" || type !== FIELDS.type))
      return fail("a number is missing");
    return both(ofProtocol(p.protocol), compared(p, type));
  }
  switch (type) {
    case "host":
    case "net":
      return both(ofProtocol(p.protocol), addresses(p, type));
    case "port":
      return ports(p);
    case "proto":
      return protocols(p);
    case "opt":
      return options(p);
    case "ect":
      return both(ofProtocol(p.protocol), ecn(p));
    case "ce":
      return both(ofProtocol(p.protocol), ecn(withoutValue(p), 3));
    // packets are no fragments
    case "frag":
      withoutValue(p);
      return [];
    case "unfrag":
      withoutValue(p);
      return ofProtocol(p.protocol);
  }
}

function ofProtocol(protocol: number | null): Filter[] {
  if (protocol === null || protocol === ANY_TRANSPORT) return [ANY];
  if (protocol === TCP_OR_UDP) return only("ipProto", valuesOf(PROTOCOL.tcp, PROTOCOL.udp));
  return only("ipProto", valuesOf(protocol));
}

function withoutValue(p: Primitive): Primitive {
  return p.value.kind === "none" && p.mask === null && p.relation === "==" ? p : fail("it takes no value");
}

/** `ip ect` alone: any codepoint but zero. */
function ecn(p: Primitive, codepoint: number | null = null): Filter[] {
  const low: Bits = { of: null, offset: 14, length: 2 };
  if (codepoint !== null) return packetsWithBits(low, { mask: 3, isAbove: false, value: codepoint });
  if (p.value.kind === "number") return compared(p, low);
  withoutValue(p);
  return packetsWithBits(low, { mask: 3, isAbove: true, value: 0 });
}

/** The relation of bits to the value; Click knows equal and above, all others are what these leave. */
function compared(p: Primitive, bits: Bits): Filter[] {
  const full = 2 ** bits.length - 1;
  const mask = maskWithin(p, full);
  const { number, to } = numberOf(p);
  if (number !== to) return ranged(bits, number, to);
  const holds = (isAbove: boolean, value: number): Filter[] =>
    packetsWithBits(bits, { mask, isAbove, value });
  const isOrder = p.relation.startsWith("<") || p.relation.startsWith(">");
  if (!isOrder && number > full) return fail(`${number} is more than ${full}`);
  // beyond what the bits can hold all values are below
  const above = (value: number): Filter[] =>
    value < 0 ? [ANY] : value >= mask ? [] : holds(true, comparable(value, mask));
  switch (p.relation) {
    case "<":
      return complement(above(number - 1));
    case "<=":
      return complement(above(number));
    case ">":
      return above(number);
    case ">=":
      return above(number - 1);
    case "!=":
      return complement(holds(false, number));
    default:
      return holds(false, number);
  }
}

const numberOf = ({ value }: Primitive): { number: number; to: number } =>
  "to" in value ? value : fail("a number is missing");

function maskWithin({ mask }: Primitive, full: number): number {
  if (mask === null) return full;
  if (mask.isAddress || mask.number > full) return fail(`the mask is more than ${full}`);
  return mask.number;
}

/** Click's own comparison is undefined (a shift by all bits of a word) where only the lowest bit is not in the mask. */
const comparable = (value: number, mask: number): number =>
  (value & ~mask) === 1
    ? fail(`Click has no defined order of values under the mask ${mask} here; compare with ==`)
    : value;

/** Values from one to another, both among them: our addition. */
function ranged(bits: Bits, from: number, to: number): Filter[] {
  const above = (value: number): Filter[] =>
    value < 0 ? [ANY] : packetsWithBits(bits, { mask: 2 ** bits.length - 1, isAbove: true, value });
  if (to >= 2 ** bits.length) return fail(`${to} is more than ${2 ** bits.length - 1}`);
  return both(above(from - 1), complement(above(to)));
}

function protocols(p: Primitive): Filter[] {
  const { value, protocol, relation, mask } = p;
  const bits: Bits = { of: null, offset: 72, length: 8 };
  if (value.kind !== "none" && value.kind !== "number" && value.kind !== "proto")
    return fail("a protocol is missing");
  const number = value.kind === "none" ? protocol : value.number;
  if (number === null) return fail("a protocol is missing");
  if (value.kind !== "none" && protocol !== null && protocol !== number)
    return fail("the protocol is written twice");
  if (value.kind === "number" && number >= TCP_OR_UDP) return fail(`${number} is more than 255`);
  if (number >= TCP_OR_UDP)
    return relation === "==" && mask === null
      ? ofProtocol(number)
      : fail("it takes neither relation nor mask");
  const to = value.kind === "none" ? number : value.to;
  return compared({ ...p, value: { kind: "number", number, to } }, bits);
}

function options(p: Primitive): Filter[] {
  const { value, protocol, mask, relation } = p;
  if (value.kind !== "opt" && value.kind !== "number") return fail("a TCP option is missing");
  if (protocol !== null && protocol !== PROTOCOL.tcp) return fail("only TCP has options");
  if (relation !== "==" || mask !== null || value.number > 255 || value.number !== value.to)
    return fail("a TCP option takes neither relation nor mask");
  const all = Array.from({ length: 256 }, (_, v) => v).filter((v) => (v & value.number) === value.number);
  return both(ofProtocol(PROTOCOL.tcp), only("tcpFlags", valuesOf(...all)));
}

function addresses({ direction, relation, mask, value }: Primitive, type: "host" | "net"): Filter[] {
  if (value.kind !== "host" && value.kind !== "net") return fail("an address is missing");
  if (value.kind !== type)
    return fail(type === "net" ? "a net has a length or a mask" : "a host has no length");
  if (relation.startsWith("<") || relation.startsWith(">")) return fail(`addresses have no ${relation}`);
  if (mask && !mask.isAddress) return fail("the mask of an address is written as an address");
  const wanted = mask?.number ?? value.mask;
  const length = lengthOfOnes(wanted);
  const set =
    length === null
      ? setWithin("ipSrc", 96, 32, { mask: wanted, isAbove: false, value: value.number })
      : prefixSet(value.number, length, 32);
  const filters = toward(direction ?? "either", "ipSrc", "ipDst", set);
  return relation === "!=" ? complement(filters) : filters;
}

/** Values of a field of the IP or a transport header that are in a relation to a value. */
function setWithin(field: "ipSrc" | "srcPort", offset: number, length: number, asked: BitRelation): FieldSet {
  const of = field === "srcPort" ? TCP_OR_UDP : null;
  const [found] = packetsWithBits({ of, offset, length }, asked);
  return found ? (found[field] ?? fullSet(length)) : [];
}

/**
 * Ports of TCP or UDP. Click turns `<`, `<=` and `!=` into the negation of the opposite relation around both
 * directions: without one, or with `src or dst`, they ask both ports; with `src and dst` one is enough.
 */
function ports(p: Primitive): Filter[] {
  const { value, protocol, relation } = p;
  if (value.kind !== "number" && value.kind !== "port") return fail("a port is missing");
  if (protocol !== null && ![PROTOCOL.tcp, PROTOCOL.udp, TCP_OR_UDP].includes(protocol))
    return fail("only TCP and UDP have ports");
  const full = fullSet(PACKET_LAYOUT.srcPort);
  const mask = maskWithin(p, full[1]!);
  const isOrder = relation.startsWith("<") || relation.startsWith(">");
  if (!isOrder && value.to > full[1]!) return fail(`${value.to} is more than ${full[1]}`);
  const isMasked = mask !== full[1];
  if (isMasked && value.number !== value.to) return fail("a range takes no mask");
  const above = (low: number): FieldSet => {
    if (low < 0) return full;
    if (!isMasked) return interval(low + 1, full[1]!);
    return low >= mask
      ? []
      : setWithin("srcPort", 0, 16, { mask, isAbove: true, value: comparable(low, mask) });
  };
  const equal = (): FieldSet =>
    isMasked
      ? setWithin("srcPort", 0, 16, { mask, isAbove: false, value: value.number })
      : interval(value.number, value.to);
  const set = !isOrder
    ? equal()
    : above(relation === ">" || relation === "<=" ? value.number : value.number - 1);
  const isNegated = relation.startsWith("<") || relation === "!=";
  const stated = p.direction ?? "either";
  const turned = { src: "src", dst: "dst", either: "both", both: "either" } as const;
  const filters = isNegated
    ? toward(turned[stated], "srcPort", "dstPort", subtractSets(full, set))
    : toward(stated, "srcPort", "dstPort", set);
  return both(ofProtocol(protocol ?? TCP_OR_UDP), filters);
}
