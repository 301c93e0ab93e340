import { checkShape, type Diagnostic, readDocument } from "../../core/index.ts";
import { DEFAULT_ESTIMATOR } from "../../latency/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import { type Explore, exploreOnce } from "../../program/index.ts";
import {
  entriesOfSides,
  type PlanRules,
  type ProgramReview,
  packetsOfSides,
  profileChanges,
  type RecordedFrame,
  type ReviewedEstimate,
  type ReviewedFile,
  type ReviewedSide,
  type RunnableSide,
  reviewedEstimate,
  reviewProgram,
  type Seek,
  seekOnce,
} from "../../review/index.ts";
import { compareEntities, type SnapshotFile, snapshotFileSchema } from "../../snapshot/index.ts";
import { estimatorOf } from "../engines/engines.ts";
import { InputError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { type AnalysedProgram, analyseFile, type ProgramValues } from "../programs/analyseFile.ts";
import { generateTests } from "../programs/generateTests.ts";
import { has, type Side } from "./sides.ts";

type Named = { file: string; values: ProgramValues };
/** A program to review: where each side has it, and how it is read there. */
export type Job = {
  name: string;
  before: Named;
  after: Named;
  /** file of what a switch held, on both sides */
  snapshot: string | null;
  /** as each side names them */
  devices: readonly { before: string; after: string }[];
};
export type Sent = { packets: number; seed: number; recorded: readonly RecordedFrame[] };

/** `more`: devices of the command line, for all programs. */
export async function jobsOf(
  programs: readonly ReviewedFile[],
  rules: PlanRules,
  more: readonly string[],
  head: Side,
): Promise<Job[]> {
  const named = new Set(programs.flatMap(({ devices }) => devices));
  for (const each of [...named]) if (isFile(each)) named.add((await readDevice(head.io, each)).id);
  // a budget of a device that no program names holds for all
  const forAll = [...more, ...Object.keys(rules.maxUs).filter((id) => !named.has(id))];
  return programs.map((program) => {
    const define = Object.entries(program.define).map(([name, text]) =>
      text === "" ? name : `${name}=${text}`,
    );
    const values: ProgramValues = { include: program.include, define, entries: program.entries };
    const one = { file: program.file, values };
    const devices = [...new Set([...program.devices, ...forAll])];
    return {
      ...{ name: nameOf(program, programs), before: one, after: one, snapshot: program.snapshot ?? null },
      devices: devices.map((each) => ({ before: each, after: each })),
    };
  });
}

/** A program that is reviewed with several files of entries is told apart by them. */
const nameOf = ({ file, entries }: ReviewedFile, all: readonly ReviewedFile[]): string =>
  entries !== undefined && all.filter((each) => each.file === file).length > 1
    ? `${file} with ${entries}`
    : file;

/** As `readDevice` tells an id of the library from a file. */
const isFile = (device: string): boolean => !/^[\w-]+$/.test(device);

type Read = ReviewedSide & {
  walks: AnalysedProgram["walks"] | null;
  checked: CheckedProgram | null;
  entries: { file: string; text: string } | null;
};

/** What was found out about programs, for others that are the same but for their entries. */
type Shared = { explore: Explore; seek: Seek };

/** The same for jobs, one after the other, of the same program with the same macros; no more than that is kept. */
export function sharing(): (job: Job) => Shared {
  let last: { key: string; shared: Shared } | null = null;
  return ({ before, after }) => {
    const key = JSON.stringify([before, after].map(withoutEntries));
    if (last?.key !== key) {
      const explore = exploreOnce();
      last = { key, shared: { explore, seek: seekOnce(explore) } };
    }
    return last.shared;
  };
}

export async function reviewJob(
  job: Job,
  base: Side,
  head: Side,
  sent: Sent,
  rules: PlanRules,
  { explore, seek }: Shared,
): Promise<ProgramReview> {
  const notCompared: string[] = [];
  const entriesOfBase = job.before.values.entries;
  const isNew = entriesOfBase !== undefined && !has(base, entriesOfBase);
  if (isNew) notCompared.push(`the base has no ${entriesOfBase}, so it is taken without entries`);
  const before = await read(base, isNew ? withoutEntries(job.before) : job.before, explore);
  const after = await read(head, job.after, explore);
  const devices = [];
  for (const named of job.devices) devices.push(await reviewDevice(named, base, head, before, after));
  const sides =
    before?.checked && after?.checked
      ? ([runnable(base, before, before.checked), runnable(head, after, after.checked)] as const)
      : null;
  const files = sides ? entriesOfSides(...sides) : { entries: null, notCompared: [], refused: null };
  const ran =
    sides && sent.packets + sent.recorded.length > 0
      ? packetsOfSides(...sides, { ...sent, seek })
      : { packets: null, notCompared: [] };
  const held =
    job.snapshot === null ? [] : [await readHeld(base, job.snapshot), await readHeld(head, job.snapshot)];
  const [heldBefore, heldAfter] = held;
  if (heldBefore?.partial || heldAfter?.partial)
    notCompared.push("entries that could not be read when a snapshot was taken");
  const problems = [...(after?.problems ?? []), ...(files.refused ? [files.refused] : [])];
  return reviewProgram(
    {
      ...{ program: job.name, file: job.after.file, before, after: after && { ...after, problems }, devices },
      notCompared: [...notCompared, ...files.notCompared, ...ran.notCompared],
      entries:
        heldBefore && heldAfter ? compareEntities(heldBefore.entities, heldAfter.entities) : files.entries,
      packets: ran.packets,
    },
    rules,
  );
}

/** A device as each side has it: of the library it is the same one, a file may have changed. */
async function reviewDevice(
  named: Job["devices"][number],
  base: Side,
  head: Side,
  before: Read | null,
  after: Read | null,
) {
  const now = await readDevice(head.io, named.after);
  const isOwn = named.before !== named.after || isFile(named.before);
  const old = isOwn && has(base, named.before) ? await readDevice(base.io, named.before) : now;
  const estimate = async (side: Read | null, device: typeof now): Promise<ReviewedEstimate | null> => {
    if (!side?.report) return null;
    const estimator = await estimatorOf(head.io, DEFAULT_ESTIMATOR);
    return reviewedEstimate(await estimator.estimate({ ...side.report, walks: side.walks }, device, {}));
  };
  return {
    ...{ id: now.id, named: named.after, changes: profileChanges(old, now) },
    ...{ before: await estimate(before, old), after: await estimate(after, now) },
  };
}

const withoutEntries = ({ file, values }: Named): Named => ({
  file,
  values: { ...values, entries: undefined },
});

/** A test for each path of a program of HEAD, in a folder of its own; what became of it, or why there are none. */
export async function writeTests(io: Io, head: Side, job: Job, folder: string): Promise<string> {
  const side = await read(head, job.after);
  if (!side?.checked) return `no tests of ${job.name}: it cannot be read\n`;
  try {
    return generateTests(io, side.checked, {
      ...{ file: job.name, format: "stf", out: folder, maxPaths: null, coverage: false, json: false },
    });
  } catch (error) {
    // the review stands without them
    if (!(error instanceof InputError)) throw error;
    return `no tests of ${job.name}: ${error.diagnostics[0]?.message ?? "it cannot run"}\n`;
  }
}

/** What a switch held; null where the side has no such file. */
async function readHeld(side: Side, path: string): Promise<SnapshotFile | null> {
  if (!has(side, path)) return null;
  const { file, text } = await readInput(side.io, path, { folder: "snapshots", extensions: [".json"] });
  const { value, diagnostics } = checkShape(
    readDocument(text, file),
    snapshotFileSchema,
    "a snapshot of a switch",
  );
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}

/** Null where the side does not have the program; what is wrong with it is part of the answer. */
async function read(side: Side, { file, values }: Named, explore?: Explore): Promise<Read | null> {
  if (!has(side, file)) return null;
  const io: Io = { ...side.io, stderr: () => {} };
  try {
    const { report, walks, checked } = await analyseFile(io, file, values, {}, explore ? { explore } : {});
    const entries =
      values.entries === undefined
        ? null
        : await readInput(io, values.entries, { folder: "entries", extensions: [".json"] });
    return { report, walks, checked, entries, problems: [] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problems: readonly Diagnostic[] = error.diagnostics;
    return { report: null, walks: null, checked: null, entries: null, problems };
  }
}

const runnable = ({ name }: Side, { entries }: Read, checked: CheckedProgram): RunnableSide => ({
  name,
  checked,
  entries,
});
