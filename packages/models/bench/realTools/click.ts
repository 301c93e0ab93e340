import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RandomChain } from "./chains.ts";
import { readPcap, writePcap } from "./pcap.ts";

/** The click programs that `P4TWIN_CLICK` names with ":" between them, or the one of the path; only those that run. */
export function findClicks(): { program: string; version: string }[] {
  return (process.env.P4TWIN_CLICK ?? "click").split(":").flatMap((program) => {
    if (spawnSync(program, ["-q", "-e", "DriverManager(stop)"]).status !== 0) return [];
    // some builds of FastClick crash when they are asked for it
    const asked = spawnSync(program, ["--version"], { encoding: "utf8" });
    const [version] = asked.status === 0 ? asked.stdout.split("\n") : [];
    return [{ program, version: `${version ?? "of unknown version"} at ${program}` }];
  });
}

/**
 * Whether it reads captures in batches, as FastClick does. They are made one packet long: what is in a batch is
 * processed branch by branch, so that a reply may overtake the packet that it answers, on either side in its own way.
 */
function hasBursts(program: string): boolean {
  const known = burstsOf.get(program);
  if (known !== undefined) return known;
  const asked = spawnSync(program, ["-q", "-e", "FromDump(/nonexistent, BURST 1) -> Discard"], {
    encoding: "utf8",
  });
  const has = !asked.stderr.includes("BURST");
  burstsOf.set(program, has);
  return has;
}
const burstsOf = new Map<string, boolean>();

/**
 * Frames by exit of the chain, in the order in which they left, and the packets that rewriters of the functions let
 * through, from their IP header on; or what Click says against the configuration.
 */
export type ClickRun = { exits: Map<string, Buffer[]>; passed: Buffer[] } | { error: string };

/** First byte and place of the entry's number in the source MAC of a frame. */
export const entryMac = (entry: number): number => 0x020000000000 + entry;

/**
 * Runs a configuration on frames: FromDevice and ToDevice become dumps. `devices` and `exits` name its devices by
 * interface of the chain; the source MAC tells by which entry a frame comes in.
 */
export function runClick(
  program: string,
  folder: string,
  text: string,
  entries: readonly string[],
  exits: ReadonlyMap<string, string>,
  frames: readonly Buffer[],
): ClickRun {
  mkdirSync(folder, { recursive: true });
  const input = join(folder, "in.pcap");
  writeFileSync(input, writePcap(frames));
  const dumpOf = (device: string): string => join(folder, `${device}.out`);
  const passedAt = (tap: number): string => join(folder, `passed${tap}`);
  let taps = 0;
  const patterns = entries.map((_, i) => `6/${entryMac(i).toString(16).padStart(12, "0")}`);
  let config = text
    .replace(/FromDevice\(([^)]*)\)/g, (_, device: string) => {
      const at = entries.indexOf(device);
      return at < 0 ? "Idle" : `entry${at} :: Null`;
    })
    .replace(/(?:Queue\s*->\s*)?ToDevice\(([^)]*)\)/g, (_, device: string) => `ToDump(${dumpOf(device)})`)
    .replace(PASSED, () => `ToDump(${passedAt(taps++)})`);
  config += `\nFromDump(${input}, STOP true${hasBursts(program) ? ", BURST 1" : ""}) -> demux :: Classifier(${patterns.join(", ")});\n`;
  config += entries.map((_, i) => `demux[${i}] -> entry${i};\n`).join("");
  const file = join(folder, "run.click");
  writeFileSync(file, config);
  const run = spawnSync(program, [file], { encoding: "utf8", timeout: 60_000 });
  if (run.status !== 0) {
    const said = run.stderr.trim().split("\n").slice(-3).join(" | ");
    return { error: run.signal === null ? said : `ended by ${run.signal}: ${said}` };
  }
  const framesIn = (dump: string): Buffer[] => (existsSync(dump) ? readPcap(readFileSync(dump)) : []);
  const found = [...exits].map(([exit, device]): [string, Buffer[]] => [exit, framesIn(dumpOf(device))]);
  const passed = Array.from({ length: taps }, (_, tap) => framesIn(passedAt(tap))).flat();
  return { exits: new Map(found), passed };
}

/** Keeps what passes there: an output of a rewriter, all of which are called `rw`. */
const PASSED = /\bPassed\b/g;

/**
 * The functions of a chain as one configuration: each a compound element, its devices the ports of that. What leaves a
 * rewriter is kept.
 */
export function originalText({ functions, links, entries, exits }: RandomChain): string {
  const parts: string[] = [];
  const inputs = new Map<string, string>();
  const outputs = new Map<string, string>();
  for (const [id, text] of Object.entries(functions)) {
    const ins: string[] = [];
    const outs: string[] = [];
    const portOf = (list: string[], name: string): number =>
      list.includes(name) ? list.indexOf(name) : list.push(name) - 1;
    const body = text
      .replace(/\brw\[\d+\] -> /g, (output) => `${output}Passed -> `)
      .replace(/(?:(\w+)\s*::\s*)?FromDevice\((\w+)\)/g, (_, own: string | undefined, device: string) => {
        const port = portOf(ins, device);
        return `input[${port}] -> ${own ?? `from_${device}`} :: Null`;
      })
      .replace(
        /(?:Queue\s*->\s*)?ToDevice\((\w+)\)/g,
        (_, device: string) => `[${portOf(outs, device)}] output`,
      );
    parts.push(`elementclass F_${id} {\n${body}\n}\n${id} :: F_${id};`);
    for (const [port, device] of ins.entries()) inputs.set(`${id}[${device}]`, `[${port}]${id}`);
    for (const [port, device] of outs.entries()) outputs.set(`${id}[${device}]`, `${id}[${port}]`);
  }
  for (const [from, to] of links) {
    parts.push(`${outputs.get(from)} -> ${inputs.get(to)};`);
    outputs.delete(from);
    inputs.delete(to);
  }
  for (const entry of entries) {
    parts.push(`FromDevice(${entry}) -> ${inputs.get(entry)};`);
    inputs.delete(entry);
  }
  for (const input of inputs.values()) parts.push(`Idle -> ${input};`);
  for (const [exit, output] of outputs)
    parts.push(exits.includes(exit) ? `${output} -> Queue -> ToDevice(${exit});` : `${output} -> Discard;`);
  return `${parts.join("\n")}\n`;
}
