import { checkShape, readDocument } from "../../core/index.ts";
import type { EstimateReport } from "../../latency/index.ts";
import { DEFAULT_ESTIMATOR } from "../../latency/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import {
  type ProgramReview,
  packetsOfSides,
  type RecordedFrame,
  type ReviewedFile,
  type ReviewedSide,
  type ReviewPlan,
  type RunnableSide,
  reviewDocument,
  reviewFormats,
  reviewPlanSchema,
  reviewProgram,
  reviewRulesSchema,
  showReview,
} from "../../review/index.ts";
import { compareEntities, type SnapshotFile, snapshotFileSchema } from "../../snapshot/index.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { estimatorOf } from "../engines/engines.ts";
import { InputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { readBytes, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { analyseFile, checkFile, type ProgramValues } from "../programs/analyseFile.ts";
import { generateTests } from "../programs/generateTests.ts";
import { junitOf } from "../programs/junit.ts";
import { programOptions, programUsage } from "../programs/programOptions.ts";
import { framesOf } from "../programs/readFrames.ts";
import { printJson } from "../table.ts";
import { has, type Side, sideOf } from "./sides.ts";

const PLAN = "p4twin.yaml";
/** Our choice: packets that are drawn for each program. */
const PACKETS = 500;
const MOST_PACKETS = 100_000;
const FORMATS = [...reviewFormats, "json", "junit"] as const;

export const reviewCommand: Command = {
  name: "review",
  summary: "what a change of programs and entries does: paths, latency, packets; exit 3 when a rule fails",
  usage: `usage: p4twin review BASE HEAD [options]

BASE and HEAD are P4 programs, folders, or git revisions of the current folder; "." is the folder as it is.
Folders and revisions have a ${PLAN} (docs/27-review.md) that names programs, entries, devices and rules;
that of HEAD is read.
  --rules FILE              a plan in place of the ${PLAN} of HEAD; of two programs its rules hold (also --plan)
  --device ID|FILE          compare the latency on a device (two programs; several allowed)
  --base-entries FILE       entries of BASE, when they differ from --entries (two programs)
  --packets N               packets to draw and send through both versions (default ${PACKETS}, 0: none)
  --seed N                  of the packets, 1 by default
  --pcap FILE               recorded traffic that is sent through both versions too (several allowed)
  --port N                  where recorded packets come in, 0 by default
  --tests DIR               write an STF test for every path of HEAD's programs
  --to ${FORMATS.join("|")}
                            text by default; markdown for a pull request (also --format; --json is --to json)
${programUsage}`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      rules: { type: "string" },
      plan: { type: "string" },
      device: { type: "string", multiple: true },
      "base-entries": { type: "string" },
      packets: { type: "string" },
      seed: { type: "string" },
      pcap: { type: "string", multiple: true },
      port: { type: "string" },
      tests: { type: "string" },
      json: { type: "boolean" },
      to: { type: "string" },
      format: { type: "string" },
      ...programOptions,
    });
    const [baseName, headName, more] = positionals;
    if (baseName === undefined || headName === undefined || more !== undefined)
      throw new UsageError("name BASE and HEAD: two programs, folders or git revisions");
    const named = values.to ?? values.format ?? (values.json ? "json" : "text");
    const format = FORMATS.find((each) => each === named);
    if (!format) throw new UsageError(`--to takes ${FORMATS.join(", ")}, not "${named}"`);
    const packets = countOf("packets", values.packets, PACKETS);
    const seed = countOf("seed", values.seed, 1);
    const port = countOf("port", values.port, 0);
    const recorded: RecordedFrame[] = [];
    for (const path of values.pcap ?? [])
      for (const { bytes } of await framesOf(path, await readBytes(io, path))) recorded.push({ port, bytes });
    if (recorded.length > MOST_PACKETS)
      throw new UsageError(`--pcap holds ${recorded.length} packets, at most ${MOST_PACKETS} are sent`);
    const sent = { packets, seed, recorded };
    const [base, head] = [sideOf(io, baseName), sideOf(io, headName)];
    if ((base.file === null) !== (head.file === null))
      throw new UsageError("BASE and HEAD are both programs, or both folders or revisions");
    const plan = values.rules ?? values.plan;
    const given = plan === undefined ? null : await readPlan(io, plan);
    const jobs =
      head.file === null
        ? jobsOf(given ?? (await readPlan(head.io, PLAN)))
        : [{ name: head.file, ...singleJob(base.file!, head.file, values) }];
    const rules = given?.rules ?? (head.file === null ? (await readPlan(head.io, PLAN)).rules : noRules());
    const reviews: ProgramReview[] = [];
    for (const job of jobs) reviews.push(await reviewJob(job, base, head, sent, rules));
    if (values.tests !== undefined)
      for (const job of jobs) io.stderr(await writeTests(io, head, job, values.tests));
    io.stdout(
      format === "json"
        ? printJson(reviewDocument(baseName, headName, reviews))
        : format === "junit"
          ? junit(reviews)
          : showReview(reviews, format),
    );
    const fails = reviews.some(({ findings }) => findings.some(({ level }) => level === "error"));
    return fails ? exitCode.no : exitCode.done;
  },
};

const noRules = () => reviewRulesSchema.parse({});

function countOf(name: string, text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback);
  if (!Number.isInteger(value) || value < 0 || value > MOST_PACKETS)
    throw new UsageError(`--${name} takes a number from 0 to ${MOST_PACKETS}, not "${text}"`);
  return value;
}

/** A program to review: where each side has it, and how it is read there. */
type Job = {
  name: string;
  before: { file: string; values: ProgramValues };
  after: { file: string; values: ProgramValues };
  /** file of what a switch held, on both sides */
  snapshot: string | null;
  devices: readonly string[];
};

const jobsOf = ({ programs }: ReviewPlan): Job[] =>
  programs.map((program: ReviewedFile) => {
    const define = Object.entries(program.define).map(([name, text]) =>
      text === "" ? name : `${name}=${text}`,
    );
    const values: ProgramValues = { include: program.include, define, entries: program.entries };
    const one = { file: program.file, values };
    const snapshot = program.snapshot ?? null;
    return { name: program.file, before: one, after: one, snapshot, devices: program.devices };
  });

const singleJob = (
  before: string,
  after: string,
  values: ProgramValues & { device?: string[] | undefined; "base-entries"?: string | undefined },
): Omit<Job, "name"> => ({
  before: { file: before, values: { ...values, entries: values["base-entries"] ?? values.entries } },
  after: { file: after, values },
  snapshot: null,
  devices: values.device ?? [],
});

async function readPlan(io: Io, path: string): Promise<ReviewPlan> {
  const { file, text } = await readInput(io, path, { folder: "reviews", extensions: [".yaml"] });
  const { value, diagnostics } = checkShape<ReviewPlan>(
    readDocument(text, file),
    reviewPlanSchema,
    "a plan of a review",
  );
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}

type Read = ReviewedSide & {
  walks: Awaited<ReturnType<typeof analyseFile>>["walks"];
  checked: CheckedProgram | null;
};

async function reviewJob(
  job: Job,
  base: Side,
  head: Side,
  sent: { packets: number; seed: number; recorded: readonly RecordedFrame[] },
  rules: ReviewPlan["rules"],
): Promise<ProgramReview> {
  const before = await read(base, job.before);
  const after = await read(head, job.after);
  const devices = [];
  for (const id of job.devices) {
    const device = await readDevice(head.io, id);
    const estimate = async (side: Read | null): Promise<EstimateReport | null> =>
      side?.report
        ? (await estimatorOf(head.io, DEFAULT_ESTIMATOR)).estimate(
            { ...side.report, walks: side.walks },
            device,
            {},
          )
        : null;
    devices.push({ id: device.id, before: await estimate(before), after: await estimate(after) });
  }
  const ran =
    sent.packets + sent.recorded.length > 0 && before?.checked && after?.checked
      ? packetsOfSides(
          await runnable(base, job.before, before.checked),
          await runnable(head, job.after, after.checked),
          sent,
        )
      : { packets: null, notCompared: [] };
  const notCompared = [...ran.notCompared];
  const held =
    job.snapshot === null ? [] : [await readHeld(base, job.snapshot), await readHeld(head, job.snapshot)];
  const [heldBefore, heldAfter] = held;
  if (heldBefore?.partial || heldAfter?.partial)
    notCompared.push("entries that could not be read when a snapshot was taken");
  return reviewProgram(
    {
      ...{ program: job.name, before, after, devices, notCompared },
      entries: heldBefore && heldAfter ? compareEntities(heldBefore.entities, heldAfter.entities) : null,
      packets: ran.packets,
    },
    rules,
  );
}

/** A test for each path of a program of HEAD, in a folder of its own; what became of it, or why there are none. */
async function writeTests(io: Io, head: Side, job: Job, folder: string): Promise<string> {
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
async function read(side: Side, { file, values }: Job["before"]): Promise<Read | null> {
  if (!has(side, file)) return null;
  const io: Io = { ...side.io, stderr: () => {} };
  try {
    const { report, walks } = await analyseFile(io, file, values);
    const checked = file.endsWith(".json") ? null : await checkFile(io, file, values);
    return { report, walks, checked, problems: [] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { report: null, walks: null, checked: null, problems: error.diagnostics };
  }
}

async function runnable(
  side: Side,
  { values }: Job["before"],
  checked: CheckedProgram,
): Promise<RunnableSide> {
  const entries =
    values.entries === undefined
      ? null
      : await readInput(side.io, values.entries, { folder: "entries", extensions: [".json"] });
  return { name: side.name, checked, entries };
}

/** A test case for each program and rule that failed, one for each program without any. */
const junit = (reviews: readonly ProgramReview[]): string =>
  junitOf(
    reviews.map(({ program, findings, packets }) => {
      const failures = findings.flatMap(({ level, rule, message }) =>
        level === "error" ? [`${rule}: ${message}`] : [],
      );
      return {
        ...{ test: "review", program, packets: packets?.packets ?? 0, failures, seconds: 0 },
        status: failures.length === 0 ? "passed" : "failed",
      };
    }),
  );
