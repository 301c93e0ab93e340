import type { Features } from "../../core/index.ts";
import { hasStamp, type ProbeArchitecture, probeText } from "./probeFrames.ts";

/**
 * The experiments that show what a construct costs (thesis, Sec. 3.2.1): each varies one construct on a base program.
 * [harkous-3.2]
 */
type ProbeExperiment = "parse" | "fields" | "modify" | "copy" | "remove" | "add" | "table" | "mixed";

/** One program of an experiment, and the counts of its one path. */
export type ProbeProgram = {
  name: string;
  experiment: ProbeExperiment;
  counts: Features;
  text: string;
  /** BMv2 commands that make every table hit: out at port 1 */
  commands: string[];
};

/** Headers that carry nothing: 16 bytes each. */
export const DUMMIES = 10;
/** Headers before them; with the last one the switch writes its own times. */
export const PLAIN = 4;
/** Ethernet, IPv4, UDP, the stamp and the dummies of 16 bytes. */
const HEADERS = ["ethernet", "ipv4", "udp", "stamp", ...Array.from({ length: DUMMIES }, (_, i) => `d${i}`)];
/** A field of each header, and what it is set to. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ethernet: ["src = 2", "dst = 1"],
  ipv4: ["ttl = 9", "diffserv = 4", "identification = 7"],
  udp: ["source = 5", "checksum = 0", "size = 8"],
  stamp: ["value = 1"],
};
const fieldsOf = (header: string): readonly string[] => FIELDS[header] ?? ["value = 1"];
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Programs of the seven experiments, with the packet, the base programs and the counts of the thesis. */
export function probePrograms(architecture: ProbeArchitecture = "v1model"): ProbeProgram[] {
  const of = (experiment: ProbeExperiment, counts: readonly number[], make: (count: number) => Probe) =>
    counts.map((count) => probeProgram(experiment, count, make(count), architecture));
  const base4 = { parsed: 4 };
  const base14 = { parsed: HEADERS.length };
  return [
    ...of("parse", numbers(1, 14), (parsed) => ({ parsed })),
    ...of("fields", numbers(1, 6), (count) => ({ ...base14, statements: fieldStatements(count) })),
    ...of("modify", numbers(1, 14), (count) => ({
      ...base14,
      statements: HEADERS.slice(0, count).map((header) => `hdr.${header}.${fieldsOf(header)[0]};`),
    })),
    ...of("copy", numbers(1, 10), (count) => ({
      ...base14,
      statements: numbers(0, count - 1).map((i) => `hdr.d${i} = hdr.d${(i + 1) % DUMMIES};`),
    })),
    ...of("remove", numbers(1, 10), (count) => ({
      ...base14,
      statements: numbers(0, count - 1).map((i) => `hdr.d${i}.setInvalid();`),
    })),
    ...of("add", numbers(1, 10), (count) => ({
      ...base4,
      statements: numbers(0, count - 1).map((i) => `hdr.d${i}.setValid();`),
    })),
    ...of("table", numbers(1, 14), (tables) => ({ ...base4, tables })),
  ];
}

/** A program of an experiment by its number. */
export function probeProgram(
  experiment: ProbeExperiment,
  number: number,
  probe: Probe,
  architecture: ProbeArchitecture,
): ProbeProgram {
  const tables = numbers(1, probe.tables ?? 0);
  return {
    name: `${experiment}${number}`,
    experiment,
    counts: countsOf(probe, architecture),
    text: programOf(probe, architecture),
    commands: [
      "table_add ProbeIn.forward ProbeIn.to 0 => 1",
      ...tables.map((i) => `table_add ProbeIn.t${i} ProbeIn.to 0x0800 => 1`),
    ],
  };
}

/** One field, then all fields of Ethernet, IPv4, UDP in turn: does a field cost, or a header? */
function fieldStatements(count: number): string[] {
  const header = HEADERS[(count - 1) % 3] ?? "";
  const fields = fieldsOf(header);
  return (count > 3 ? fields : fields.slice(0, 1)).map((field) => `hdr.${header}.${field};`);
}

/** Headers that are parsed, statements of the ingress, tables beside the one that forwards. */
export type Probe = { parsed: number; statements?: readonly string[]; tables?: number };

/** The stamp, where it is parsed, is one modified header, whatever else is written into it. */
function countsOf({ parsed, statements = [], tables = 0 }: Probe, architecture: ProbeArchitecture): Features {
  const having = (mark: RegExp): string[] => statements.filter((line) => mark.test(line));
  const written = having(/^hdr\.\w+\.\w+ = /).map((line) => line.split(".")[1]);
  if (isStamped({ parsed }, architecture)) written.push("stamp");
  return {
    parse: parsed,
    modify: new Set(written).size,
    copy: having(/^hdr\.\w+ = hdr/).length,
    remove: having(/setInvalid/).length,
    add: having(/setValid/).length,
    table: 1 + tables,
  };
}

function programOf({ parsed, statements = [], tables = 0 }: Probe, architecture: ProbeArchitecture): string {
  const states = HEADERS.slice(0, parsed).map((header, index) => {
    const next = index + 1 < parsed ? HEADERS[index + 1] : null;
    const [key, value] = SELECTS[header] ?? ["more", 1];
    const end = next ? `select(hdr.${header}.${key}) { ${value}: ${next}; default: accept; }` : "accept;";
    return `    state ${index === 0 ? "start" : header} { packet.extract(hdr.${header}); transition ${end} }`;
  });
  const added = numbers(1, tables).map(
    (i) => `    table t${i} { key = { hdr.ethernet.etherType : exact; } actions = { to; } size = 1024; }`,
  );
  const applied = numbers(1, tables).map((i) => `        t${i}.apply();`);
  const body = {
    states: states.join("\n"),
    tables: added.join("\n"),
    statements: [...applied, ...statements.map((line) => `        ${line}`)].join("\n"),
    isStamped: isStamped({ parsed }, architecture),
  };
  return probeText(body, TYPES, architecture);
}

const isStamped = ({ parsed }: Pick<Probe, "parsed">, architecture: ProbeArchitecture): boolean =>
  parsed >= PLAIN && hasStamp(architecture);

/** What the parser selects by, and the value that goes on; the stamp and the dummies: `more` is 1. */
const SELECTS: Readonly<Record<string, readonly [string, string]>> = {
  ethernet: ["etherType", "0x0800"],
  ipv4: ["protocol", "17"],
  udp: ["dport", "319"],
};

const TYPES = `header ethernet_t { bit<48> dst; bit<48> src; bit<16> etherType; }
header ipv4_t {
    bit<4> version; bit<4> ihl; bit<8> diffserv; bit<16> size; bit<16> identification; bit<16> fragment;
    bit<8> ttl; bit<8> protocol; bit<16> checksum; bit<32> source; bit<32> destination;
}
header udp_t { bit<16> source; bit<16> dport; bit<16> size; bit<16> checksum; }
header stamp_t { bit<8> more; bit<8> value; bit<16> sequence; bit<48> inUs; bit<48> outUs; }
header dummy_t { bit<8> more; bit<8> value; bit<112> rest; }
struct metadata { }
struct nothing { }
struct headers {
    ethernet_t ethernet; ipv4_t ipv4; udp_t udp; stamp_t stamp;
    ${numbers(0, DUMMIES - 1)
      .map((i) => `dummy_t d${i};`)
      .join(" ")}
}`;

/** The packet of all experiments, in hexadecimal: all fourteen headers, `bytes` long (at least 218). */
export function probePacket(bytes: number): string {
  const hex = (value: number, width: number): string => value.toString(16).padStart(2 * width, "0");
  const size = bytes - 14;
  const ipv4 = `4500${hex(size, 2)}000000004011`;
  const head = `020000000002020000000001${"0800"}${ipv4}${ipv4Sum(ipv4)}${ADDRESSES}`;
  const udp = `c000013f${hex(size - 20, 2)}0000`;
  const more = `01${"00".repeat(15)}`;
  const all = `${head}${udp}${more.repeat(1 + DUMMIES)}`;
  return all.padEnd(2 * bytes, "0");
}

const ADDRESSES = "0a0000010a000002";

function ipv4Sum(before: string): string {
  const words = `${before}0000${ADDRESSES}`.match(/.{4}/g) ?? [];
  let sum = words.reduce((all, word) => all + Number.parseInt(word, 16), 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return (~sum & 0xffff).toString(16).padStart(4, "0");
}
