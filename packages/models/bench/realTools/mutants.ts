import type { Random } from "../../src/core/index.ts";

/** A change that makes a synthesised Click text mean something else; null where the text has nothing of the kind. */
type Mutation = { name: string; of(text: string, random: Random): string | null };

/** `text` with one match of `pattern`, drawn at random, replaced. */
function replaceOne(
  text: string,
  random: Random,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string | null,
): string | null {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return null;
  const match = found[random.integer(found.length)]!;
  const written = by(match);
  return written === null
    ? null
    : text.slice(0, match.index) + written + text.slice(match.index + match[0].length);
}

export const MUTATIONS: readonly Mutation[] = [
  { name: "a TTL less", of: (text, random) => replaceOne(text, random, /-> DecIPTTL /g, () => "") },
  {
    name: "another MAC address",
    of: (text, random) =>
      replaceOne(
        text,
        random,
        /(EtherEncap\([^)]*)([0-9a-f])\)/g,
        ([, head, digit]) => `${head}${digit === "0" ? "1" : "0"})`,
      ),
  },
  {
    name: "a rule that drops",
    of: (text, random) => {
      // the class of a rule that drops already, behind a rewriter that is asked for its flows
      const dropped = new Set([...text.matchAll(/^ {2}drop .*(\/\/ .*)$/gm)].map(([, name]) => name));
      const kept = /^ {2}\d+ (.*)(\/\/ .*)$/gm;
      return replaceOne(text, random, kept, ([, rule, name]) =>
        dropped.has(name) ? null : `  drop ${rule}${name}`,
      );
    },
  },
  {
    name: "ports of another pool",
    of: (text, random) => replaceOne(text, random, /1024-2047#|5000-5999#/g, () => "60000-60999#"),
  },
  {
    name: "another server",
    of: (text, random) =>
      replaceOne(
        text,
        random,
        /192\.0\.2\.(\d+)( -| 8080)/g,
        ([, n, rest]) => `192.0.2.${Number(n) + 60}${rest}`,
      ),
  },
  {
    name: "new flows take the outputs of replies",
    of: (text, random) =>
      replaceOne(text, random, /(pattern [^,)]*) 0 1(?=[,)])/g, ([, pattern]) => `${pattern} 1 0`),
  },
];
