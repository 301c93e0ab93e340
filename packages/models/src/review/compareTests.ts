import { createRandom, type Random } from "../core/index.ts";
import type { CheckedProgram } from "../p4/index.ts";
import type { Explore, Path } from "../program/index.ts";
import { findWitnesses, hexOf, setupOn, stfOf, TrialSwitch, type Witness } from "../run/index.ts";
import {
  collectDifferences,
  decisionOf,
  type PacketDifference,
  type ReviewPacket,
  type SentFrame,
} from "./comparePackets.ts";

/** Packets of the listed paths that were sent through both sides, with the entries that they need. */
export type TestComparison = {
  packets: number;
  differing: number;
  differences: PacketDifference[];
  notCompared: string[];
};

/** Our choices: paths of a program that packets are sought for, packets for all of them, and at most for one. */
const LIMITS = { maxPaths: 400, spread: true, tries: 3, packets: 20_000, ofOnePath: 600 };

/** A packet of a path of one side, with what both need for it. */
type Test = {
  path: Path;
  witness: Witness;
  side: 0 | 1;
  setups: readonly [Witness["setup"], Witness["setup"]];
};

/**
 * For each listed path of both programs the packet that takes it, and that packet with single bits turned, sent
 * through both with the entries that the path needs; each is the first that its switch gets.
 */
export function compareTests(
  before: CheckedProgram,
  after: CheckedProgram,
  seed: number,
  seek: Seek,
): TestComparison {
  const trials = trialsOf([before, after], { trace: false });
  // what decided is asked of the few packets that differ
  let traced: Trials | null = null;
  const { tests, lacking } = testsOf([before, after], trials, seek);
  const differences = collectDifferences();
  const random = createRandom(seed);
  const share = Math.floor(LIMITS.packets / Math.max(1, tests.length));
  let packets = 0;
  for (const test of tests) {
    for (const bytes of variantsOf(test.witness.bytes, Math.min(share, LIMITS.ofOnePath), random)) {
      packets++;
      const arriving = { ...test.witness, bytes };
      const [old, now] = trials.map((trial, i) => sentOf(trial.send(test.setups[i]!, arriving).sent));
      if (keyOf(old!) === keyOf(now!)) continue;
      traced ??= trialsOf([before, after], { trace: true });
      differences.add(differenceOf(traced, test, arriving));
    }
  }
  return { packets, ...differences.all(), notCompared: lacking };
}

type Trials = readonly [TrialSwitch, TrialSwitch];

const trialsOf = (
  [before, after]: readonly [CheckedProgram, CheckedProgram],
  options: { trace: boolean },
): Trials => [new TrialSwitch(before, options), new TrialSwitch(after, options)];

function testsOf(
  programs: readonly [CheckedProgram, CheckedProgram],
  trials: Trials,
  seek: Seek,
): { tests: Test[]; lacking: string[] } {
  const tests: Test[] = [];
  const known = new Set<string>();
  const lacking = new Map<string, number>();
  const sides: readonly (0 | 1)[] = sameSources(...programs) ? [0] : [0, 1];
  for (const side of sides)
    for (const { path, witness } of seek(programs[side])) {
      const other = side === 0 ? 1 : 0;
      const there = setupOn(witness.setup, trials[side].target, trials[other].target);
      if (typeof there === "string") {
        const text = `packets of paths with entries that ${other === 0 ? "the base" : "the head"} does not take: ${there}`;
        lacking.set(text, (lacking.get(text) ?? 0) + 1);
        continue;
      }
      const key = stfOf(path, { ...witness, sent: [] }, trials[side].target)?.replace(/^#.*/, "");
      if (key !== undefined && known.has(key)) continue;
      if (key !== undefined) known.add(key);
      tests.push({
        path,
        witness,
        side,
        setups: side === 0 ? [witness.setup, there] : [there, witness.setup],
      });
    }
  return { tests, lacking: [...lacking].map(([text, count]) => `${text} (${count} paths)`) };
}

/** A packet for each path; where none takes it, the nearest, which passes much of what the path passes. */
export type Seek = (program: CheckedProgram) => readonly { path: Path; witness: Witness }[];

/** Seeks packets once for all programs of the same files that it is asked for; they must have the same macros. */
export function seekOnce(explore: Explore): Seek {
  const known = new Map<string, ReturnType<Seek>>();
  return (program) => {
    const key = JSON.stringify([...program.files]);
    const found =
      known.get(key) ??
      findWitnesses(program, { ...LIMITS, explore }).flatMap((test) => {
        const witness = test.witness ?? test.nearest;
        return witness ? [{ path: test.path, witness }] : [];
      });
    known.set(key, found);
    return found;
  };
}

/** Whether two programs are of the same files; both sides are read with the same macros. */
export function sameSources(one: CheckedProgram, other: CheckedProgram): boolean {
  const [a, b] = [[...one.files.values()], [...other.files.values()]];
  return a.length === b.length && a.every((text, i) => text === b[i]);
}

/** The packets of the listed paths of both programs, without entries: for switches that have theirs. */
export function packetsOfPaths(
  programs: readonly [CheckedProgram, CheckedProgram],
  seek: Seek,
): ReviewPacket[] {
  const found = new Map<string, Witness>();
  // of one program they are sought once
  for (const program of sameSources(...programs) ? [programs[1]] : programs)
    for (const { witness } of seek(program)) found.set(`${witness.port} ${hexOf(witness.bytes)}`, witness);
  return [...found.values()].map(({ port, bytes }) => ({ port, bytes, text: null }));
}

/** The packet, and up to `count` others that differ from it in a bit or a byte, spread over all of it. */
function* variantsOf(bytes: Uint8Array, count: number, random: Random): Generator<Uint8Array> {
  yield bytes;
  const bits = 8 * bytes.length;
  const turned = Math.min(bits, count - 1);
  for (let i = 0; i < turned; i++) {
    const bit = Math.floor(((i + random.next()) * bits) / turned);
    const other = Uint8Array.from(bytes);
    other[bit >> 3]! ^= 1 << (bit & 7);
    yield other;
  }
}

const sentOf = (sent: Witness["sent"]): SentFrame[] =>
  sent.map(({ port, bytes }) => ({ port, hex: hexOf(bytes) }));
const keyOf = (sent: readonly SentFrame[]): string =>
  sent
    .map(({ port, hex }) => `${port} ${hex}`)
    .sort()
    .join();

/** The packet again, with what decided while its entries stood, and a test that one side passes and the other fails. */
function differenceOf(
  trials: Trials,
  { path, setups }: Test,
  arriving: Omit<Witness, "setup" | "sent">,
): PacketDifference {
  const sides = trials.map((trial, i) => {
    let decided: PacketDifference["before"]["decided"] = null;
    const { sent } = trial.send(setups[i]!, arriving, (recording) => {
      decided = decisionOf(trial.target, recording);
    });
    return { sent: sentOf(sent), raw: sent, decided };
  });
  const [old, now] = [sides[0]!, sides[1]!];
  // STF looks only at ports that it names
  const named = [arriving.port, ...old.sent.map(({ port }) => port)];
  const seen = (sent: readonly SentFrame[]): string => keyOf(sent.filter(({ port }) => named.includes(port)));
  const passing = seen(old.sent) === seen(now.sent) ? 1 : 0;
  const testOf = (): string | null => {
    const { raw } = sides[passing]!;
    const stf = stfOf(path, { ...arriving, setup: setups[passing]!, sent: raw }, trials[passing].target);
    return (
      stf &&
      `# ${passing === 0 ? "the base passes, the head fails" : "the head passes, the base fails"}\n${stf}`
    );
  };
  return {
    packets: 1,
    witness: {
      port: arriving.port,
      hex: hexOf(arriving.bytes),
      text: null,
      stf: testOf(),
    },
    before: { sent: old.sent, decided: old.decided },
    after: { sent: now.sent, decided: now.decided },
  };
}
