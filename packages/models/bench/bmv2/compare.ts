import { setTimeout as sleep } from "node:timers/promises";
import { hexOf } from "../../src/run/index.ts";
import type { Sent, Target } from "../../src/run/target.ts";
import type { Program } from "./programs.ts";
import { RealSwitch } from "./realSwitch.ts";
import { ours, type Script } from "./script.ts";
import { digestBytes, stateOf } from "./state.ts";

/** Our choice: how long a packet that is expected is waited for, and one that is not. */
const EXPECTED_MS = 2000;
const UNEXPECTED_MS = 100;
/** Our choice: how long the last packet is given before counters are read. */
const SETTLED_MS = 500;
/** Our choice: differences of a program that are looked at each by itself. */
const MOST_ALONE = 3;

type Difference = { packet: number; sent: string; ours: string[]; theirs: string[]; events: string[] };
export type Compared = {
  packets: number;
  equal: number;
  differences: Difference[];
  /** packets that differ only behind others: what BMv2 reads of headers that are not valid is left from those */
  leftovers: number;
  /** commands that one side refuses, state that differs, a switch that ends */
  notes: string[];
  /** commands that both got */
  commands: readonly string[];
  /** frames of the real switch, a packet a line: `port:hex -> port:hex ...`, or `?` where leftovers decide */
  frames: string[];
};

export const REFUSED = /Error|Invalid|Unknown syntax|Traceback/;

/** The same commands and packets for BMv2 and for our switch. */
export async function compare(
  program: Program,
  { commands, packets }: Script,
  simpleSwitch: string,
  json: string,
): Promise<Compared> {
  const result: Compared = {
    packets: 0,
    equal: 0,
    differences: [],
    leftovers: 0,
    notes: [],
    commands,
    frames: [],
  };
  const start = async (): Promise<RealSwitch> => {
    const real = await RealSwitch.start(simpleSwitch, json);
    for (const line of commands) {
      const told = await real.command(line);
      if (REFUSED.test(told)) result.notes.push(`BMv2 refuses ${line}: ${told.split("\n").at(-1)}`);
    }
    return real;
  };
  let real = await start();
  const { target, problems } = ours(program, commands);
  result.notes.push(...problems.map((problem) => `we refuse: ${problem}`));
  for (const [index, packet] of packets.entries()) {
    result.packets++;
    const { mine, theirs, events, passes } = await exchange(program, real, target, packet);
    result.frames.push(`${packet.port}:${hexOf(packet.bytes)} -> ${theirs.join(" ")}`.trim());
    if (mine.join() === theirs.join()) {
      result.equal++;
      continue;
    }
    if (passes > 1 && mine.toSorted().join() === theirs.toSorted().join()) {
      // copies that go round pass several threads of BMv2: their order is chance
      result.equal++;
      result.frames[index] = `${packet.port}:${hexOf(packet.bytes)} -> ${mine.join(" ")}`;
      continue;
    }
    const sent = `${packet.port}:${hexOf(packet.bytes)}`;
    const difference = { packet: index, sent, ours: mine, theirs, events };
    if (real.isDead) {
      result.notes.push(`BMv2 ends with packet ${sent}: ${real.lastWords}`);
      real = await start();
    } else if (
      result.differences.length < MOST_ALONE &&
      (await isEqualAlone(program, commands, packet, start))
    ) {
      result.leftovers++;
      result.frames[index] = `${sent} -> ?`;
      continue;
    }
    result.differences.push(difference);
  }
  // what is dropped leaves no sign that it has been counted
  if (program.state.length > 0) await sleep(SETTLED_MS);
  for (const line of program.state) {
    const theirs = plainCounts((await real.command(line)).replace(/\s+/g, " "));
    const mine = stateOf(target, line);
    if (!theirs.endsWith(mine)) result.notes.push(`${line}: BMv2 ${theirs}, ours ${mine}`);
  }
  const digests = target.digests ?? [];
  if (digests.length > 0) await sleep(1200);
  // a message holds samples of one list, one after another
  const noted = new Set(
    real.notes.flatMap(({ samples, bytes }) => {
      const size = bytes.length / samples;
      return Array.from({ length: samples }, (_, i) => hexOf(bytes.slice(i * size, (i + 1) * size)));
    }),
  );
  const mine = new Set(digests.map(({ value }) => hexOf(digestBytes(value))));
  for (const each of new Set([...noted, ...mine]))
    if (noted.has(each) !== mine.has(each))
      result.notes.push(`digest ${each}: only ${noted.has(each) ? "of BMv2" : "ours"}`);
  await real.stop();
  return result;
}

/** Counters as `stateOf` writes them: newer command lines say "(60 bytes, 2 packets)". */
const plainCounts = (told: string): string =>
  told.replace(/\((\d+) bytes, (\d+) packets\)/, "BmCounterValue(bytes=$1, packets=$2)");

type Packet = Script["packets"][number];

/** One packet through both, and what leaves, by port. */
export async function exchange(program: Program, real: RealSwitch, target: Target, { port, bytes }: Packet) {
  const mine = shown(program, target.receive(port, bytes));
  const trace = target.takeTrace();
  const passes = trace.passes.filter(({ isWhole }) => isWhole).length;
  const events = trace.events.map(({ at, branch, fields, construct, ...event }) => JSON.stringify(event));
  real.send(port, bytes);
  const isLate = !(await real.left(mine.length, EXPECTED_MS));
  if (isLate || mine.length === 0 || real.out.length > mine.length)
    await sleep(mine.length === 0 ? 5 : UNEXPECTED_MS);
  let theirs = shown(program, real.out);
  if (mine.join() !== theirs.join() && !isLate) {
    await sleep(UNEXPECTED_MS);
    theirs = shown(program, real.out);
  }
  real.out.splice(0);
  return { mine, theirs, events, passes };
}

async function isEqualAlone(
  program: Program,
  commands: readonly string[],
  packet: Packet,
  start: () => Promise<RealSwitch>,
): Promise<boolean> {
  const real = await start();
  const { mine, theirs } = await exchange(program, real, ours(program, commands).target, packet);
  await real.stop();
  return mine.join() === theirs.join();
}

/** Order across ports is not fixed in BMv2, on one port it is. */
function shown({ open }: Program, sent: readonly Pick<Sent, "port" | "bytes">[]): string[] {
  const all = sent.map(({ port, bytes }) => {
    const seen = bytes.slice();
    if (open) seen.fill(0, open[0], open[1]);
    return { port, text: `${port}:${hexOf(seen)}` };
  });
  return all.sort((a, b) => a.port - b.port).map(({ text }) => text);
}
