import type { Random } from "../../src/core/index.ts";
import type { Tested } from "./language.ts";

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!;
const LOOKUPS = [
  "StaticIPLookup",
  "LinearIPLookup",
  "RadixIPLookup",
  "RangeIPLookup",
  "DirectIPLookup",
  "SortedIPLookup",
];
const OUTPUTS = 4;

const address = (random: Random): string =>
  [
    pick(random, [10, 10, 192, 172, 0, 255]),
    pick(random, [0, 1, 16, 255]),
    random.integer(3),
    random.integer(256),
  ].join(".");
const REFUSED = ["10.0.0.0/33", "10.0.0.256/8", "10.1.2.3/0xffff0000", "10"];
/** Nested and equal prefixes, hosts, masks, short forms, what Click refuses. */
const prefix = (random: Random): string =>
  random.next() < 0.02
    ? pick(random, REFUSED)
    : pick(random, [
        `${address(random)}/${random.integer(33)}`,
        `${address(random)}/${pick(random, [8, 16, 24, 32])}`,
        `${address(random)}/255.255.0.0`,
        address(random),
        pick(random, ["10/8", "10.1/16", "0/0", "0.0.0.0/0", "10.0.0.0/8", "10.1.0.0/16", "192.168/16"]),
      ]);
const route = (random: Random): string => {
  const gateway = random.next() < 0.25 ? `${pick(random, ["10.0.0.1", "192.0.2.9", "-", "0.0.0.0"])} ` : "";
  return `${prefix(random)} ${gateway}${random.integer(OUTPUTS)}`;
};

/** A routing table of one of Click's lookups. */
export function randomLookup(random: Random): Tested {
  // a DirectIPLookup takes 33 MB
  const kind = random.next() < 0.9 ? pick(random, LOOKUPS.slice(0, 4)) : pick(random, LOOKUPS);
  const routes = Array.from({ length: 1 + random.integer(10) }, () => route(random));
  return { text: `${kind}(${routes.join(", ")})`, outputs: OUTPUTS, reads: "packet" };
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, [..."0123456789abcdefAF", "0", "0"])).join("");
const FIELDS: readonly (readonly [number, number])[] = [
  [12, 2],
  [0, 6],
  [6, 6],
  [14, 1],
  [15, 1],
  [22, 1],
  [23, 1],
  [26, 4],
  [30, 4],
  [34, 2],
  [36, 2],
  [34, 4],
  [12, 4],
  [22, 2],
  [27, 2],
  [20, 2],
];
const KNOWN = [
  "12/0800",
  "23/06",
  "23/11",
  "23/01",
  "34/0050",
  "36/0035",
  "23/11 36/0035",
  "23/01 34/08",
  "30/c0000201",
  "22/40",
  "14/45",
  "47/02%02",
  "20/0000%3fff",
  "12/0800 23/06 36/0050",
];

/** One clause `OFFSET/DIGITS%MASK`, with a negation, `?` for a digit, half a field, two fields at once. */
function clause(random: Random): string {
  if (random.next() < 0.4) return pick(random, KNOWN);
  const [offset, bytes] = pick(random, FIELDS);
  const at = offset + (random.next() < 0.1 ? 1 : 0);
  const count = random.next() < 0.2 ? 2 * (1 + random.integer(bytes)) : 2 * bytes;
  const value =
    random.next() < 0.5
      ? digits(random, count)
      : pick(random, ["0800", "06", "11", "40", "0050", "0a010203"]).padEnd(count, "0").slice(0, count);
  const shown = random.next() < 0.2 ? value.replace(/./g, (d) => (random.next() < 0.3 ? "?" : d)) : value;
  const mask = random.next() < 0.3 ? `%${pick(random, ["f", "0", "3", "8"]).repeat(count)}` : "";
  return `${random.next() < 0.2 ? "!" : ""}${at}/${shown}${mask}`;
}

/** Patterns of a Classifier. */
export function randomClassifier(random: Random): Tested {
  const patterns = Array.from({ length: 1 + random.integer(4) }, () =>
    Array.from({ length: 1 + random.integer(3) }, () => clause(random)).join(" "),
  );
  const all = random.next() < 0.7 ? [...patterns, "-"] : patterns;
  return { text: `Classifier(${all.join(", ")})`, outputs: all.length, reads: "frame" };
}
