import { lengthOfMask, parsePrefix } from "../../header/address.ts";
import {
  type FieldSet,
  fullSet,
  intersectSets,
  interval,
  overlaps,
  prefixSet,
  subtractSets,
  valuesOf,
} from "../../header/fieldSet.ts";
import { ANY, type Filter } from "../../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";
import { BadExpression, both, complement, type Direction, fail, only, toward, unite } from "./filterUnion.ts";
import {
  BYTES,
  COMPARISONS,
  CONNECTIVES,
  ICMP_TYPES,
  NAMED_PROTOCOLS,
  SERVICES,
  TCP_OPTIONS,
  TYPES,
  UNREADABLE,
} from "./ipWords.ts";

/** Packets of an expression as a union of filters; `error` says what cannot be read. */
export type Expression = { ok: true; filters: Filter[] } | { ok: false; error: string };

/** Our choice: nobody nests patterns deeper. */
const MAX_DEPTH = 100;
const PORT_PROTOCOLS = valuesOf(PROTOCOL.tcp, PROTOCOL.udp);

/**
 * Reads the language of IPFilter and IPClassifier (Click's manual: tcpdump-like primitives, &&, ||, !,
 * parentheses). A port of no stated protocol is one of TCP or UDP, as in Click.
 */
export function parseIpExpression(text: string): Expression {
  const words = text.match(/&&|\|\||!=|[()![\]&]|[<>]=?|==?|[^\s()![\]&|<>=]+/g) ?? [];
  try {
    const reader = new Reader(words);
    return { ok: true, filters: reader.whole() };
  } catch (error) {
    if (error instanceof BadExpression) return { ok: false, error: error.message };
    throw error;
  }
}

/** What is said before a value. */
type Qualifiers = {
  direction: Direction | null;
  protocol: number | null;
  type: string | null;
  isHeader: boolean;
};
const UNQUALIFIED: Qualifiers = { direction: null, protocol: null, type: null, isHeader: false };
const DSCP_MAX = 63;

class Reader {
  private at = 0;
  private depth = 0;
  private before: Qualifiers = { ...UNQUALIFIED };
  private readonly words: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  whole(): Filter[] {
    if (this.words.length === 0) return fail("the pattern is empty; write all for every packet");
    const filters = this.alternatives();
    if (this.at < this.words.length) return fail(`"${this.words[this.at]}" is not expected here`);
    return filters;
  }

  private alternatives(): Filter[] {
    let filters = this.conjunction();
    while (this.accept("||", "or")) filters = unite(filters, this.conjunction());
    return filters;
  }

  private conjunction(): Filter[] {
    let filters = this.negation();
    while (this.at < this.words.length && !["||", "or", ")", "?", ":"].includes(this.words[this.at]!)) {
      this.accept("&&", "and");
      filters = both(filters, this.negation());
    }
    return filters;
  }

  private negation(): Filter[] {
    if (this.accept("!", "not")) return complement(this.nested(() => this.negation()));
    if (!this.accept("(")) return this.primitive();
    const filters = this.nested(() => this.alternatives());
    if (!this.accept(")")) return fail('a ")" is missing');
    return filters;
  }

  private nested(read: () => Filter[]): Filter[] {
    if (this.depth >= MAX_DEPTH) return fail(`more than ${MAX_DEPTH} patterns inside each other`);
    this.depth++;
    const filters = read();
    this.depth--;
    return filters;
  }

  /**
   * Qualifiers in any order (`dst tcp port`, `ip ttl`, `tcp opt`), then a relation and a value; without qualifiers
   * those of the primitive before hold, as in `port 80 or 90`.
   */
  private primitive(): Filter[] {
    if (this.accept("all", "any", "true", "-")) return [ANY];
    if (this.accept("none", "false")) return [];
    const own: Qualifiers = { ...UNQUALIFIED };
    const from = this.at;
    while (this.qualifier(own)) {
      // each is taken
    }
    const isQualified = this.at > from;
    if (!isQualified) Object.assign(own, this.inherited());
    const filters = this.tested(own, isQualified);
    this.before = own;
    return filters;
  }

  /** Qualifiers of the primitive before, as far as a value of this kind takes them. */
  private inherited(): Partial<Qualifiers> {
    const kind = this.typeOfValue(UNQUALIFIED);
    const { type, direction, protocol } = this.before;
    if (kind === null || kind === type) return this.before;
    if (kind === "host") return { direction, type: type === "net" ? "net" : "host" };
    return kind === "port" ? { direction, protocol } : {};
  }

  /** Takes one qualifier into `own`; false when none is next. */
  private qualifier(own: Qualifiers): boolean {
    const word = this.words[this.at] ?? "";
    if (word === "src" || word === "dst" || word === "dest") {
      own.direction = this.direction();
      return true;
    }
    if (word === "ether") return fail("ether is not supported; a Classifier reads the addresses of frames");
    if (word === "ip" && !own.isHeader) own.isHeader = true;
    else if (Object.hasOwn(PROTOCOL, word) && own.type !== "proto")
      own.protocol = PROTOCOL[word as keyof typeof PROTOCOL];
    else if (TYPES.includes(word)) own.type = word;
    else if (UNREADABLE.includes(word))
      return fail(`"${word}" is not among the fields that a chain is synthesised over`);
    else return false;
    this.at++;
    return true;
  }

  private direction(): Direction {
    const first = this.next("src or dst") === "src" ? "src" : "dst";
    const [joint, second] = [this.words[this.at], this.words[this.at + 1]];
    if (first !== "src" || !["dst", "dest"].includes(second ?? "")) return first;
    const isBoth = joint === "and" || joint === "&&";
    if (!isBoth && joint !== "or" && joint !== "||") return first;
    this.at += 2;
    return isBoth ? "both" : "either";
  }

  /** What the qualifiers say of the value that follows. */
  private tested(own: Qualifiers, isQualified: boolean): Filter[] {
    if (this.words[this.at] === "[" && isQualified) return this.bytes(own);
    own.type ??= this.typeOfValue(own);
    const among = (filters: Filter[]): Filter[] =>
      own.protocol === null ? filters : both(only("ipProto", valuesOf(own.protocol)), filters);
    switch (own.type) {
      case "host":
      case "net":
        return among(this.addresses(own));
      case "port":
        return this.ports(own);
      case "opt":
        return this.option();
      case "proto":
        // nothing is left to read but a word that means nothing here
        if (!isQualified && !this.isValue(protocolNumber)) return this.unknown(own, isQualified);
        return own.protocol !== null && !this.isValue(protocolNumber)
          ? only("ipProto", valuesOf(own.protocol))
          : only("ipProto", this.compared("ipProto", protocolNumber));
      case "ttl":
        return among(only("ipTtl", this.compared("ipTtl", wholeNumber)));
      case "tos":
        return among(only("ipTos", this.compared("ipTos", wholeNumber)));
      case "dscp":
        return among(only("ipTos", scaled(this.compared("ipTos", wholeNumber, DSCP_MAX))));
      case "type":
        if (own.protocol !== null && own.protocol !== PROTOCOL.icmp) return fail("only ICMP has a type");
        return both(
          only("ipProto", valuesOf(PROTOCOL.icmp)),
          only("icmpType", this.compared("icmpType", icmpTypeNumber)),
        );
      // packets are IPv4, have no options and are no fragments
      case "vers":
        return overlaps(this.compared("ipTos", wholeNumber), [4, 4]) ? among([ANY]) : [];
      case "hl":
        return overlaps(this.compared("ipTos", wholeNumber), [5, 5]) ? among([ANY]) : [];
      case "frag":
        return [];
      case "unfrag":
        return among([ANY]);
      default:
        return this.unknown(own, isQualified);
    }
  }

  /** What a bare value is one of: an address, the name of a port or of a TCP option, a protocol. */
  private typeOfValue({ protocol, direction }: Qualifiers): string | null {
    const word = this.words[this.at];
    if (protocol !== null && (word === undefined || CONNECTIVES.includes(word))) return "proto";
    if (word === undefined) return null;
    const value = COMPARISONS.includes(word) ? this.words[this.at + 1] : word;
    if (value === undefined) return null;
    if (value.includes(".") && parsePrefix(value) !== null) return "host";
    if (Object.hasOwn(TCP_OPTIONS, value)) return "opt";
    if (Object.hasOwn(ICMP_TYPES, value)) {
      const isPort = Object.hasOwn(SERVICES, value);
      if (protocol === PROTOCOL.icmp || (protocol === null && !isPort)) return "type";
      // Click asks, too
      if (!isPort || (protocol === null && direction === null))
        return fail(`"${value}" is a type of ICMP${isPort ? " and a port: write which" : ""}`);
    }
    if (Object.hasOwn(SERVICES, value) || (direction !== null && wholeNumber(value) !== null)) return "port";
    return protocol === null ? null : "proto";
  }

  private unknown({ isHeader }: Qualifiers, isQualified: boolean): never {
    const word = this.words[this.at];
    if (word === undefined) return fail("a value is missing at the end");
    if (isHeader && isQualified)
      return fail(`"ip ${word}" is not supported; there are proto, ttl, tos, dscp and vers`);
    return fail(`"${word}" is not a primitive (host, net, port, proto, tcp, udp, icmp, ip ttl ...)`);
  }

  /** `tcp[13] & 2 != 0`, `ip[8] > 5`: bytes that are a field of the model. */
  private bytes({ protocol, isHeader }: Qualifiers): Filter[] {
    const end = this.words.indexOf("]", this.at);
    const place = this.words.slice(this.at + 1, end).join("");
    this.at = end < 0 ? this.words.length : end + 1;
    const named = Object.entries(PROTOCOL).find(([, number]) => number === protocol)?.[0];
    const header = named ?? (isHeader ? "ip" : "transp");
    const field = BYTES[`${header} ${place.replace(/:1$/, "")}`];
    if (!field) return fail(`${header}[${place}] is not among the fields that a chain is synthesised over`);
    const filters = only(field, this.compared(field, wholeNumber));
    if (header === "ip") return filters;
    return both(only("ipProto", protocol === null ? PORT_PROTOCOLS : valuesOf(protocol)), filters);
  }

  private option(): Filter[] {
    const option = this.next("a TCP option");
    const bit = TCP_OPTIONS[option] ?? wholeNumber(option);
    if (bit === null) return fail(`"${option}" is not a TCP option`);
    const set = Array.from({ length: 256 }, (_, v) => v).filter((v) => (v & bit) === bit);
    return both(only("ipProto", valuesOf(PROTOCOL.tcp)), only("tcpFlags", valuesOf(...set)));
  }

  private addresses({ direction }: Qualifiers): Filter[] {
    const comparison = this.comparison();
    if (!["==", "=", "!="].includes(comparison)) return fail(`addresses have no ${comparison}`);
    const text = this.next("an address");
    let set = parsePrefix(text);
    if (set !== null && this.accept("mask")) {
      const mask = this.next("a mask");
      const length = lengthOfMask(mask);
      set = length === null ? null : prefixSet(set[0]!, length, PACKET_LAYOUT.ipSrc);
    }
    if (set === null) return fail(`"${text}" is not an IPv4 address or net (a.b.c.d or a.b.c.d/length)`);
    const filters = toward(direction ?? "either", "ipSrc", "ipDst", set);
    return comparison === "!=" ? complement(filters) : filters;
  }

  /**
   * Ports of TCP or UDP. Click turns `<`, `<=` and `!=` into the negation of the opposite relation around both
   * directions: without one, or with `src or dst`, they ask both ports; with `src and dst` one is enough.
   */
  private ports({ direction, protocol }: Qualifiers): Filter[] {
    const relation = this.words[this.at] ?? "";
    const set = this.compared("srcPort", portNumber);
    const isNegated = ["<", "<=", "!="].includes(relation);
    const stated = direction ?? "either";
    const turned = { src: "src", dst: "dst", either: "both", both: "either" } as const;
    const filters = toward(isNegated ? turned[stated] : stated, "srcPort", "dstPort", set);
    return both(only("ipProto", protocol === null ? PORT_PROTOCOLS : valuesOf(protocol)), filters);
  }

  private comparison(): string {
    return COMPARISONS.includes(this.words[this.at] ?? "") ? this.next("") : "==";
  }

  private isValue(parse: (text: string) => number | null): boolean {
    const word = this.words[this.at];
    return word !== undefined && (COMPARISONS.includes(word) || parse(word) !== null);
  }

  /** Values of `80`, `1024-65535`, `>= 1024`, `!= 5`, `& 2 != 0`; a range is our addition. */
  private compared(
    field: keyof typeof PACKET_LAYOUT,
    parse: (text: string) => number | null,
    high = fullSet(PACKET_LAYOUT[field])[1]!,
  ): FieldSet {
    const low = 0;
    if (this.accept("&")) return this.masked(field, parse);
    const comparison = this.comparison();
    const text = this.next("a value");
    // names may have dashes, as echo-reply
    const range = parse(text) === null ? /^(\w+)-(\w+)$/.exec(text) : null;
    const from = parse(range?.[1] ?? text);
    const to = range ? parse(range[2]!) : from;
    if (from === null || to === null || to > high || from > to)
      return fail(`"${text}" is not a value of ${field}`);
    switch (comparison) {
      case "<":
        return interval(low, from - 1);
      case "<=":
        return interval(low, to);
      case ">":
        return interval(to + 1, high);
      case ">=":
        return interval(from, high);
      case "!=":
        return subtractSets([low, high], [from, to]);
      default:
        return [from, to];
    }
  }

  /** Values whose bits under a mask are those that follow. */
  private masked(field: keyof typeof PACKET_LAYOUT, parse: (text: string) => number | null): FieldSet {
    const mask = parse(this.next("a mask"));
    const comparison = this.comparison();
    const wanted = parse(this.next("a value"));
    if (mask === null || wanted === null || !["==", "=", "!="].includes(comparison))
      return fail("a mask is a number, followed by == or != and a value");
    const values = Array.from({ length: 2 ** PACKET_LAYOUT[field] }, (_, v) => v);
    return valuesOf(...values.filter((v) => ((v & mask) === wanted) === (comparison !== "!=")));
  }

  private next(what: string): string {
    const word = this.words[this.at];
    if (word === undefined) return fail(`${what} is missing at the end`);
    this.at++;
    return word;
  }

  private accept(...words: string[]): boolean {
    if (!words.includes(this.words[this.at] ?? "")) return false;
    this.at++;
    return true;
  }
}

const wholeNumber = (text: string): number | null =>
  /^(\d+|0x[0-9a-fA-F]+)$/.test(text) ? Number(text) : null;
const portNumber = (text: string): number | null => wholeNumber(text) ?? SERVICES[text] ?? null;
const icmpTypeNumber = (text: string): number | null => wholeNumber(text) ?? ICMP_TYPES[text] ?? null;
const protocolNumber = (text: string): number | null => {
  if (Object.hasOwn(NAMED_PROTOCOLS, text)) return NAMED_PROTOCOLS[text]!;
  return wholeNumber(text);
};

/** DSCP values as values of the TOS byte, whatever its two low bits. */
const scaled = (dscp: FieldSet): FieldSet =>
  intersectSets(dscp, [0, 63]).map((v, i) => (i % 2 === 0 ? 4 * v : 4 * v + 3));
