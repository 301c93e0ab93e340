import { parseIp, parseMac, parsePrefix } from "../../header/address.ts";
import { PROTOCOL } from "../../header/layout.ts";
import { type Direction, fail } from "./filterUnion.ts";
import { ALL_ONES, isBits, NOTHING_BEFORE, type Primitive, type Type, type Value } from "./ipPrimitive.ts";
import {
  type Bits,
  clickNumber,
  FIELDS,
  ICMP_TYPES,
  NAMED_PROTOCOLS,
  RELATIONS,
  SERVICES,
  SIMPLE_TYPES,
  TCP_OPTIONS,
  TCP_OR_UDP,
} from "./ipWords.ts";

const NAMES = [NAMED_PROTOCOLS, SERVICES, TCP_OPTIONS, ICMP_TYPES];
const nameIn = (names: Readonly<Record<string, number>>, word: string): number | null =>
  Object.hasOwn(names, word) ? names[word]! : null;
const TYPES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...Object.entries(FIELDS),
  ...SIMPLE_TYPES.map((t) => [t, t] as const),
]);
/** No word of the language begins with a digit: numbers and addresses are most of a long list. */
const isName = (word: string): boolean => word.charCodeAt(0) > NINE;
const NINE = 57;

/** The test that begins at a word, and where it ends; what it does not say it takes from the test `before`. */
export function readPrimitive(
  words: readonly string[],
  from: number,
  before: Primitive,
): { primitive: Primitive; end: number } {
  const reader = new PrimitiveReader(words, from);
  reader.qualifiers();
  const isQualified = reader.at > from;
  if (isQualified) reader.brackets();
  reader.maskAndRelation();
  reader.readValue();
  if (reader.at === from)
    return fail(`"${words[from]}" is not a primitive (host, net, port, proto, tcp, ip ttl ...)`);
  return { primitive: completed(reader.primitive, isQualified ? NOTHING_BEFORE : before), end: reader.at };
}

class PrimitiveReader {
  at: number;
  readonly primitive: Primitive = { ...NOTHING_BEFORE };
  private header: string | null = null;
  private readonly words: readonly string[];

  constructor(words: readonly string[], from: number) {
    this.words = words;
    this.at = from;
  }

  qualifiers(): void {
    while (this.at < this.words.length && this.qualifier(this.words[this.at]!)) this.at++;
  }

  private qualifier(word: string): boolean {
    if (!isName(word) && word !== "!") return false;
    const own = this.primitive;
    const type = TYPES.get(word);
    const protocol = nameIn(NAMED_PROTOCOLS, word);
    if (type) {
      if (own.type) return fail(`"${word}" comes after another kind of test`);
      own.type = type;
      if (isBits(type) && type.of !== null) this.setProtocol(type.of, word);
    } else if (protocol !== null) this.setProtocol(protocol, word);
    else if (["src", "dst", "dest"].includes(word)) {
      if (own.direction) return fail(`"${word}" comes after another direction`);
      own.direction = this.direction(word);
    } else if (word === "ip" && this.header === null) this.header = word;
    else if (word === "ether")
      return fail("ether is not supported; a Classifier reads the addresses of frames");
    else if (word === "not" || word === "!") own.isNegated = !own.isNegated;
    else return false;
    return true;
  }

  private setProtocol(protocol: number, word: string): void {
    const own = this.primitive;
    if (own.protocol !== null && own.protocol !== protocol) fail(`"${word}" comes after another protocol`);
    own.protocol = protocol;
  }

  private direction(first: string): Direction {
    const [joint, second] = this.words.slice(this.at + 1, this.at + 3);
    if (first !== "src") return "dst";
    if (second !== "dst" && second !== "dest") return "src";
    const isBoth = joint === "and" || joint === "&&";
    if (!isBoth && joint !== "or" && joint !== "||") return "src";
    this.at += 2;
    return isBoth ? "both" : "either";
  }

  /** `[8]`, `[2:2]`, `[12,15]`: bytes of the header that is named before. */
  brackets(): void {
    const own = this.primitive;
    if (this.words[this.at] !== "[" || own.type !== null) return;
    const end = this.words.indexOf("]", this.at);
    if (end < 0) fail('a "]" is missing');
    const place = this.words.slice(this.at + 1, end).join("");
    const [, first = "", joint, second = ""] = /^(\w+)(?:([:,])(\w+))?$/.exec(place) ?? [];
    const start = clickNumber(first);
    const other = joint === undefined ? 1 : clickNumber(second);
    if (start === null || other === null) fail(`[${place}] is not [POSITION] or [POSITION:LENGTH]`);
    const bytes = joint === "," ? other - start + 1 : other;
    if (bytes < 1 || bytes > 4 || Math.floor(start / 4) !== Math.floor((start + bytes - 1) / 4))
      fail(`[${place}] is not within four bytes of the header`);
    own.type = { of: own.protocol, offset: 8 * start, length: 8 * bytes };
    this.at = end + 1;
  }

  maskAndRelation(): void {
    const [sign, text = ""] = this.words.slice(this.at, this.at + 2);
    if (sign === "&" && text !== "") {
      const number = clickNumber(text) ?? parseIp(text);
      if (number === null || number === 0 || number > ALL_ONES) fail(`"${text}" is not a mask`);
      this.primitive.mask = { number, isAddress: clickNumber(text) === null };
      this.at += 2;
    }
    const relation = RELATIONS.find((r) => r === this.words[this.at]);
    if (!relation) return;
    this.primitive.relation = relation;
    this.at++;
    if (this.at >= this.words.length) fail("a value is missing at the end");
  }

  readValue(): void {
    const word = this.words[this.at];
    const value = word === undefined ? null : this.valueOf(word);
    if (value) {
      this.primitive.value = value;
      this.at++;
    } else if (word === "ip" && this.primitive.type !== null)
      fail('"ip" means nothing here: write "and" before it');
    else if (word !== undefined && (this.primitive.type === "host" || this.primitive.type === "net"))
      fail(`"${word}" is not an IPv4 address or net (a.b.c.d or a.b.c.d/length)`);
    else if (word !== undefined && this.primitive.relation !== "==") fail(`"${word}" is not a value`);
  }

  private valueOf(word: string): Value | null {
    if (isName(word)) {
      if (this.primitive.type === null && TYPES.has(word)) return null;
      const named = this.namedValue(word);
      if (named) return named;
    }
    const number = clickNumber(word);
    if (number !== null) return { kind: "number", number, to: number };
    const [, low = "", high = ""] = /^(\w+)-(\w+)$/.exec(word) ?? [];
    const [start, end] = [clickNumber(low), clickNumber(high)];
    if (start !== null && end !== null && start <= end) return { kind: "number", number: start, to: end };
    return this.address(word);
  }

  /** The value of a name, when it means one thing here. */
  private namedValue(word: string): Value | null {
    if (!NAMES.some((names) => Object.hasOwn(names, word))) return null;
    const { type, protocol } = this.primitive;
    const among = (...protocols: number[]): boolean =>
      protocol === null || protocol === TCP_OR_UDP || protocols.includes(protocol);
    const meanings = [
      { kind: "proto", names: NAMED_PROTOCOLS, isPossible: type === null || type === "proto" },
      {
        kind: "port",
        names: SERVICES,
        isPossible: (type === null || type === "port") && among(PROTOCOL.tcp, PROTOCOL.udp),
      },
      {
        kind: "opt",
        names: TCP_OPTIONS,
        isPossible: (type === null || type === "opt") && among(PROTOCOL.tcp),
      },
      {
        kind: "icmp",
        names: ICMP_TYPES,
        isPossible:
          (type === null || type === FIELDS.type) && (protocol === null || protocol === PROTOCOL.icmp),
      },
    ] as const;
    const found = meanings.filter((m) => Object.hasOwn(m.names, word));
    const possible = found.filter((m) => m.isPossible);
    const [only] = possible;
    if (possible.length !== 1 || !only)
      return fail(
        `"${word}" ${possible.length > 1 ? "is a type of ICMP and a port: write which" : "means nothing here"}`,
      );
    const number = only.names[word]!;
    return { kind: only.kind, number, to: number };
  }

  private address(word: string): Value | null {
    const host = parseIp(word);
    const maskText = this.words[this.at + 1] === "mask" ? (this.words[this.at + 2] ?? "") : null;
    if (host !== null && maskText !== null) {
      const mask = parseIp(maskText);
      if (mask === null) return fail(`"${maskText}" is not a mask`);
      this.at += 2;
      return { kind: "net", number: host, mask };
    }
    if (host !== null) return { kind: "host", number: host, mask: ALL_ONES };
    if (parseMac(word) !== null)
      return fail("ether is not supported; a Classifier reads the addresses of frames");
    const [low, high] = word.includes("/") ? (parsePrefix(word) ?? []) : [];
    if (low !== undefined && high !== undefined)
      return { kind: "net", number: low, mask: ALL_ONES - (high - low) };
    return /^\d+\.[\d.]+$/.test(word)
      ? fail(`"${word}" is not an IPv4 address or net (a.b.c.d or a.b.c.d/length)`)
      : null;
  }
}

/** A test with what it takes from the one before: its kind where only a value was written, direction and protocol. */
function completed(own: Primitive, before: Primitive): Primitive {
  const { value } = own;
  if (own.type === "opt") return asTcp(own);
  if (own.type) return own.type === "proto" ? asProtocol(own) : own;
  switch (value.kind) {
    case "none":
      return own.protocol === null ? fail("a value is missing") : { ...own, type: "proto" };
    case "number":
      if (before.type === "proto") return asProtocol(own);
      if (before.type === "port") return asPort(own, before);
      if (isBits(before.type)) return withBits(own, before.type);
      if (before.type === "ect" || before.type === "ce") return withBits(own, FIELDS.tos!);
      return fail(`"${value.number}" needs port, or the name of a field, in front`);
    case "port":
      return asPort(own, before);
    case "icmp":
      return withBits(own, FIELDS.type!);
    case "proto":
      return asProtocol(own);
    case "opt":
      return asTcp({ ...own, type: "opt" });
    default:
      return { ...own, type: value.kind, direction: own.direction ?? before.direction };
  }
}
/** A stated protocol holds for a port that follows, as in `ip proto 6 or www`. */
const asProtocol = (own: Primitive): Primitive => {
  const { value } = own;
  const isStated = "to" in value && value.number === value.to && own.relation === "==" && !own.mask;
  return { ...own, type: "proto", protocol: own.protocol ?? (isStated ? value.number : null) };
};
/** Flags are of TCP, and so is a port that follows without its protocol, as in `syn or www`. */
const asTcp = (own: Primitive): Primitive => ({ ...own, protocol: own.protocol ?? PROTOCOL.tcp });
const asPort = (own: Primitive, before: Primitive): Primitive => ({
  ...own,
  type: "port",
  direction: own.direction ?? before.direction,
  protocol: own.protocol ?? before.protocol,
});
const withBits = (own: Primitive, type: Bits): Primitive => ({
  ...own,
  type,
  protocol: own.protocol ?? type.of,
});
