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

/** Whether something may leave the chain from an output on: what is only asked of a rewriter ends there. */
function doesLeave(text: string, output: string, seen = new Set<string>()): boolean {
  if (seen.has(output)) return false;
  seen.add(output);
  const { 1: to } = new RegExp(`^${output.replace(/[[\]]/g, "\\$&")} -> (.*);$`, "m").exec(text) ?? [];
  if (to === undefined || to === "Discard") return false;
  const [, rewriter, paint] = /^to_(\w+)_(\d+)$/.exec(to) ?? [];
  if (rewriter === undefined) {
    const ports = new RegExp(`^${to}\\[\\d+\\](?= -> )`, "gm");
    const ways = [...text.matchAll(ports)].map(([way]) => way);
    return ways.length === 0 || ways.some((way) => doesLeave(text, way, seen));
  }
  const behind = new RegExp(
    `^(?:paint_${rewriter}_\\d+\\[${paint}\\]|rw_${rewriter}\\[\\d+\\]) -> (?!paint_)`,
    "gm",
  );
  return [...text.matchAll(behind)].some(([way]) => doesLeave(text, way.replace(" -> ", ""), seen));
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
      const kept = /^ {2}(\d+) (.*)(\/\/ .*)$/gm;
      return replaceOne(text, random, kept, ({ index, 1: port, 2: rule, 3: name }) => {
        const filter = [...text.slice(0, index).matchAll(/^(\w+) :: IPFilter\($/gm)].at(-1)![1]!;
        return doesLeave(text, `${filter}[${port}]`) ? `  drop ${rule}${name}` : null;
      });
    },
  },
  {
    name: "a class goes to the functions",
    of: (text, random) => {
      const software = text.includes("out_software ::") ? "out_software" : "ToDevice(software)";
      return replaceOne(
        text,
        random,
        /^((?:class|known)\d+) -> .*-> (out_\w+);$/gm,
        ([, name, exit]) => `${name} -> ${software};\nIdle -> ${exit};`,
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
