import { lengthOfMask, parsePrefix } from "../../header/address.ts";
import {
  type FieldSet,
  fullSet,
  intersectSets,
  interval,
  prefixSet,
  subtractSets,
  valuesOf,
} from "../../header/fieldSet.ts";
import { ANY, type Filter, filterOf, intersect, isWithin, subtractFrom } from "../../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";

/** Packets of an expression as a union of filters; `error` says what cannot be read. */
export type Expression = { ok: true; filters: Filter[] } | { ok: false; error: string };

/** Our choice: bounds expressions that blow up when alternatives are multiplied. */
const MAX_FILTERS = 4096;
/** Our choice: nobody nests patterns deeper. */
const MAX_DEPTH = 100;
const PORT_PROTOCOLS = valuesOf(PROTOCOL.tcp, PROTOCOL.udp);
const SERVICES: Readonly<Record<string, number>> = {
  ftp: 21,
  ssh: 22,
  telnet: 23,
  smtp: 25,
  dns: 53,
  domain: 53,
  tftp: 69,
  www: 80,
  http: 80,
  pop3: 110,
  ntp: 123,
  imap: 143,
  snmp: 161,
  https: 443,
};
const TCP_OPTIONS: Readonly<Record<string, number>> = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16, urg: 32 };

class BadExpression extends Error {}

/**
 * Reads the language of IPFilter and IPClassifier (Click's manual: tcpdump-like primitives, &&, ||, !,
 * parentheses). A port of no stated protocol is one of TCP or UDP, as in Click.
 */
export function parseIpExpression(text: string): Expression {
  const words = text.match(/&&|\|\||!=|[()!]|[<>]=?|==?|[^\s()!&|<>=]+/g) ?? [];
  try {
    const reader = new Reader(words);
    return { ok: true, filters: reader.whole() };
  } catch (error) {
    if (error instanceof BadExpression) return { ok: false, error: error.message };
    throw error;
  }
}

const COMPARISONS = ["<", "<=", ">", ">=", "==", "=", "!="];
type Direction = "src" | "dst" | "either" | "both";
type Subject = { direction: Direction; kind: "host" | "port" };

class Reader {
  private at = 0;
  private depth = 0;
  private subject: Subject | null = null;
  private readonly words: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  whole(): Filter[] {
    if (this.words.length === 0) return fail("the pattern is empty; write all for every packet");
    const filters = this.alternatives();
    if (this.at < this.words.length) return fail(`"${this.words[this.at]}" cannot stand here`);
    return filters;
  }

  private alternatives(): Filter[] {
    let filters = this.conjunction();
    while (this.accept("||", "or")) filters = unite(filters, this.conjunction());
    return filters;
  }

  private conjunction(): Filter[] {
    let filters = this.negation();
    while (this.at < this.words.length && !["||", "or", ")"].includes(this.words[this.at]!)) {
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

  private primitive(): Filter[] {
    if (this.accept("all", "any", "true", "-")) return [ANY];
    if (this.accept("none", "false")) return [];
    const direction = this.direction();
    const word = this.next("a primitive");
    switch (word) {
      case "tcp":
      case "udp":
      case "icmp":
        return this.protocol(word);
      case "host":
      case "net":
        return this.addresses(direction, this.next("an address"));
      case "port":
        return this.ports(direction);
      case "ip":
        return this.ipField();
      case "proto":
        return only("ipProto", this.compared("ipProto", protocolNumber));
      default:
        return this.bare(direction, word);
    }
  }

  /** `tcp`, `tcp port 80`, `tcp opt syn`, `icmp type` is not kept in packets. */
  private protocol(word: keyof typeof PROTOCOL): Filter[] {
    const filters = only("ipProto", valuesOf(PROTOCOL[word]));
    if (word === "icmp" && this.words[this.at] === "type")
      return fail("icmp type is not among the fields that a chain is synthesised over");
    if (word !== "tcp" || !this.accept("opt")) return filters;
    const option = this.next("a TCP option");
    const bit = TCP_OPTIONS[option];
    if (bit === undefined) return fail(`"${option}" is no TCP option`);
    const flags = fullSet(PACKET_LAYOUT.tcpFlags)[1]! + 1;
    const set = Array.from({ length: flags }, (_, v) => v).filter((v) => (v & bit) !== 0);
    return both(filters, only("tcpFlags", valuesOf(...set)));
  }

  private direction(): Direction | null {
    if (!["src", "dst"].includes(this.words[this.at] ?? "")) return null;
    const first = this.next("src or dst") === "src" ? "src" : "dst";
    const [joint, second] = [this.words[this.at], this.words[this.at + 1]];
    if (!["and", "or"].includes(joint ?? "") || !["src", "dst"].includes(second ?? "") || second === first)
      return first;
    this.at += 2;
    return joint === "and" ? "both" : "either";
  }

  private addresses(direction: Direction | null, text: string): Filter[] {
    const subject: Subject = { direction: direction ?? "either", kind: "host" };
    this.subject = subject;
    let set = parsePrefix(text);
    if (set !== null && this.accept("mask")) {
      const mask = this.next("a mask");
      const length = lengthOfMask(mask);
      set = length === null ? null : prefixSet(set[0]!, length, PACKET_LAYOUT.ipSrc);
    }
    if (set === null) return fail(`"${text}" is no IPv4 address or net (a.b.c.d or a.b.c.d/length)`);
    return toward(subject.direction, "ipSrc", "ipDst", set);
  }

  private ports(direction: Direction | null): Filter[] {
    const subject: Subject = { direction: direction ?? "either", kind: "port" };
    this.subject = subject;
    const set = this.compared("srcPort", portNumber);
    return both(only("ipProto", PORT_PROTOCOLS), toward(subject.direction, "srcPort", "dstPort", set));
  }

  private ipField(): Filter[] {
    const word = this.next("a field of the IP header");
    switch (word) {
      case "proto":
        return only("ipProto", this.compared("ipProto", protocolNumber));
      case "ttl":
        return only("ipTtl", this.compared("ipTtl", wholeNumber));
      case "tos":
        return only("ipTos", this.compared("ipTos", wholeNumber));
      case "dscp":
        return only("ipTos", scaled(this.compared("ipTos", wholeNumber)));
      case "vers":
        return this.compared("ipTos", wholeNumber)[0] === 4 ? [ANY] : [];
      default:
        return fail(`"ip ${word}" is not supported; there are proto, ttl, tos, dscp and vers`);
    }
  }

  /** `src 10.0.0.1`, `port 80 or 90`: the subject is that of the primitive before. */
  private bare(direction: Direction | null, word: string): Filter[] {
    if (parsePrefix(word) !== null && word.includes("."))
      return this.addresses(direction ?? this.subject?.direction ?? null, word);
    if (this.subject?.kind === "port" && portNumber(word) !== null) {
      this.at--;
      return this.ports(direction ?? this.subject.direction);
    }
    return fail(`"${word}" is no primitive (host, net, port, proto, tcp, udp, icmp, ip ttl ...)`);
  }

  /** Values of `80`, `1024-65535`, `>= 1024`, `!= 5`. */
  private compared(field: keyof typeof PACKET_LAYOUT, parse: (text: string) => number | null): FieldSet {
    const [low, high] = fullSet(PACKET_LAYOUT[field]);
    const comparison = COMPARISONS.includes(this.words[this.at] ?? "") ? this.next("") : "==";
    const text = this.next("a value");
    const range = /^(\w+)-(\w+)$/.exec(text);
    const from = parse(range?.[1] ?? text);
    const to = range ? parse(range[2]!) : from;
    if (from === null || to === null || to > high! || from > to)
      return fail(`"${text}" is no value of ${field}`);
    switch (comparison) {
      case "<":
        return interval(low!, from - 1);
      case "<=":
        return interval(low!, to);
      case ">":
        return interval(to + 1, high!);
      case ">=":
        return interval(from, high!);
      case "!=":
        return subtractSets([low!, high!], [from, to]);
      default:
        return [from, to];
    }
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

function fail(message: string): never {
  throw new BadExpression(message);
}

const wholeNumber = (text: string): number | null =>
  /^(\d+|0x[0-9a-fA-F]+)$/.test(text) ? Number(text) : null;
const portNumber = (text: string): number | null => wholeNumber(text) ?? SERVICES[text] ?? null;
const protocolNumber = (text: string): number | null => {
  if (text === "tcp" || text === "udp" || text === "icmp") return PROTOCOL[text];
  return wholeNumber(text);
};

/** DSCP values as values of the TOS byte, whatever its two low bits. */
const scaled = (dscp: FieldSet): FieldSet =>
  intersectSets(dscp, [0, 63]).map((v, i) => (i % 2 === 0 ? 4 * v : 4 * v + 3));

function only(field: string, set: FieldSet): Filter[] {
  const filter = filterOf({ [field]: set }, PACKET_LAYOUT);
  return filter === null ? [] : [filter];
}

function toward(direction: Direction, src: string, dst: string, set: FieldSet): Filter[] {
  switch (direction) {
    case "src":
      return only(src, set);
    case "dst":
      return only(dst, set);
    case "either":
      return unite(only(src, set), only(dst, set));
    case "both":
      return both(only(src, set), only(dst, set));
  }
}

const bounded = (filters: Filter[]): Filter[] =>
  filters.length > MAX_FILTERS ? fail(`the pattern has more than ${MAX_FILTERS} alternatives`) : filters;

function unite(a: readonly Filter[], b: readonly Filter[]): Filter[] {
  return bounded([...a, ...b.filter((f) => !a.some((g) => isWithin(f, g)))]);
}

function both(a: readonly Filter[], b: readonly Filter[]): Filter[] {
  const met = a.flatMap((x) => b.map((y) => intersect(x, y))).filter((f) => f !== null);
  return bounded(met);
}

function complement(filters: readonly Filter[]): Filter[] {
  return filters.reduce<Filter[]>((left, f) => bounded(subtractFrom(left, f, PACKET_LAYOUT)), [ANY]);
}
