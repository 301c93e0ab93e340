import { createRandom } from "../core/index.ts";
import type { CheckedProgram } from "../p4/index.ts";
import { exploreOnce } from "../program/index.ts";
import { createSwitch, hasListedPaths, install, type Target, valuesOf } from "../run/index.ts";
import { comparePackets, mostFrequent, type PacketComparison, packetsFor } from "./comparePackets.ts";
import { compareTests, packetsOfPaths, type Seek, sameSources, seekOnce } from "./compareTests.ts";
import { EntryPackets } from "./entries/entryPackets.ts";
import type { EntriesMet } from "./entries/goals.ts";
import { GuidedPackets } from "./guidedPackets.ts";
import { ParsedFields } from "./parsedFields.ts";

/** One side of a change, ready to run. */
export type RunnableSide = {
  /** what people call it */
  name: string;
  checked: CheckedProgram;
  entries: { file: string; text: string } | null;
};

/** A frame of recorded traffic and the port that it comes in on. */
export type RecordedFrame = { port: number; bytes: Uint8Array };

type PacketOptions = {
  packets: number;
  seed: number;
  recorded?: readonly RecordedFrame[];
  /** the one of other reviews of the same programs, where there are such */
  seek?: Seek;
  /** how many packets were sent, after each */
  onSent?: (packets: number) => void;
};

/**
 * Sends recorded traffic, packets that are drawn, and packets for the paths of both through both sides; where neither
 * has entries, paths get those that they need. Null when one side cannot run, which `notCompared` explains.
 */
export function packetsOfSides(
  before: RunnableSide,
  after: RunnableSide,
  { packets, seed, recorded = [], seek = seekOnce(exploreOnce()), onSent }: PacketOptions,
): { packets: PacketComparison | null; notCompared: string[] } {
  const notCompared: string[] = [];
  const [old, now] = [targetOf(before, notCompared), targetOf(after, notCompared)];
  if (!old || !now) return { packets: null, notCompared };
  const constants = [before, after]
    .flatMap(({ checked }) => [...checked.constants.values()])
    .filter((each) => typeof each === "bigint");
  const programs = [before.checked, after.checked] as const;
  const haveTests = packets > 0 && programs.every(hasListedPaths);
  const haveEntries = before.entries !== null || after.entries !== null;
  const ofPaths = haveTests && haveEntries ? packetsOfPaths(programs, seek) : [];
  const random = createRandom(seed);
  const targets = [old, now];
  const values = valuesOf(
    targets.map(({ machine }) => machine),
    constants,
  );
  const parsed = new ParsedFields(targets.flatMap((target) => target.headerShapes()));
  const guided = new GuidedPackets(parsed, values, random);
  const forEntries = new EntryPackets(
    [old, now],
    parsed,
    random,
    (e) => before.checked.constants.get(e) ?? after.checked.constants.get(e),
  );
  const { hasChanges } = forEntries;
  function* all() {
    for (const { port, bytes } of recorded) yield { port, bytes, text: null };
    yield* packetsFor(targets, values, packets, random);
    yield* guided.seeded(ofPaths);
    const count = Math.min(GUIDED_SHARE * packets, MOST_GUIDED);
    // of one program what differs are the entries, for which packets are made
    yield* guided.made(hasChanges && sameSources(...programs) ? count / 2 : count);
    if (!hasChanges || packets === 0) return;
    isGuided = false;
    yield* forEntries.packets();
  }
  let isGuided = true;
  const sent = comparePackets(old, now, all(), (packet, sides, fate, count) => {
    onSent?.(count);
    if (isGuided) guided.hear(packet, sides);
    if (hasChanges) forEntries.hear(packet, sides, fate);
  });
  const entries = hasChanges ? forEntries.result() : null;
  const tests = haveTests && !haveEntries ? compareTests(...programs, seed, seek) : NO_TESTS;
  return {
    packets: {
      packets: sent.packets + tests.packets,
      recorded: recorded.length,
      ofPaths: ofPaths.length + tests.packets,
      differing: sent.differing + tests.differing,
      entries,
      differences: mostFrequent([...sent.differences, ...tests.differences]),
    },
    notCompared: [...notCompared, ...tests.notCompared, ...(entries ? notMetTexts(entries) : [])],
  };
}

/** Reasons that are named (our choice); the rest is counted. */
const MOST_REASONS = 5;

function notMetTexts({ notMet, reasons }: EntriesMet): string[] {
  const counted = (count: number): string => `${count} changed ${count === 1 ? "entry" : "entries"}`;
  const named = reasons.slice(0, MOST_REASONS).map(({ why, entries }) => {
    const first = notMet.find((each) => each.why === why);
    return `packets: none hits ${counted(entries)}${first ? ` such as ${first.table} ${first.entry}` : ""}: ${why}`;
  });
  const rest = reasons.slice(MOST_REASONS).reduce((sum, { entries }) => sum + entries, 0);
  return rest > 0 ? [...named, `packets: none hits ${counted(rest)} for other reasons`] : named;
}

/** Our choices: packets that are made of others, for each that is drawn, and at most. */
const GUIDED_SHARE = 10;
const MOST_GUIDED = 20_000;
const NO_TESTS = { packets: 0, differing: 0, differences: [], notCompared: [] };

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
