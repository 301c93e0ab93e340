import type { CheckedProgram } from "../p4/index.ts";
import { createSwitch, install, type Target } from "../run/index.ts";
import { comparePackets, type PacketComparison, packetsFor } from "./comparePackets.ts";

/** One side of a change, ready to run. */
export type RunnableSide = {
  /** what people call it */
  name: string;
  checked: CheckedProgram;
  entries: { file: string; text: string } | null;
};

/** A frame of recorded traffic and the port that it comes in on. */
export type RecordedFrame = { port: number; bytes: Uint8Array };

/**
 * Sends recorded traffic, and packets that are drawn, through both sides. Null when one of them cannot run, which
 * `notCompared` explains.
 */
export function packetsOfSides(
  before: RunnableSide,
  after: RunnableSide,
  { packets, seed, recorded = [] }: { packets: number; seed: number; recorded?: readonly RecordedFrame[] },
): { packets: PacketComparison | null; notCompared: string[] } {
  const notCompared: string[] = [];
  const [old, now] = [targetOf(before, notCompared), targetOf(after, notCompared)];
  if (!old || !now) return { packets: null, notCompared };
  const constants = [before, after]
    .flatMap(({ checked }) => [...checked.constants.values()])
    .filter((each) => typeof each === "bigint");
  const all = [
    ...recorded.map(({ port, bytes }) => ({ port, bytes, text: null })),
    ...packetsFor([old, now], constants, packets, seed),
  ];
  return { packets: { ...comparePackets(old, now, all), recorded: recorded.length }, notCompared };
}

function targetOf({ name, checked, entries }: RunnableSide, notCompared: string[]): Target | null {
  const made = createSwitch(checked, { trace: true, seed: 1 });
  if (!made.ok) {
    notCompared.push(`packets: the program of ${name} cannot run: ${made.error.message}`);
    return null;
  }
  const [problem] = entries ? install(made.value, entries.text, entries.file) : [];
  if (!problem) return made.value;
  notCompared.push(`packets: entries of ${name} cannot be installed: ${problem.message}`);
  return null;
}
