import {
  type CloudReview,
  fails,
  type PlanRules,
  type ProgramReview,
  planRulesSchema,
  type RecordedFrame,
  type ReviewPlan,
  readReviewPlan,
  reviewDocument,
  reviewFormats,
  showReview,
} from "../../review/index.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readBytes, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import type { ProgramValues } from "../programs/analyseFile.ts";
import { junitOf } from "../programs/junit.ts";
import { programOptions, programUsage } from "../programs/programOptions.ts";
import { framesOf } from "../programs/readFrames.ts";
import { printJson } from "../table.ts";
import { findPlan, kindOf } from "./findPlan.ts";
import { renamesOf, withRenames } from "./renames.ts";
import { type CloudJob, cloudJobsOf, reviewCloudJob } from "./reviewClouds.ts";
import { type Job, jobsOf, reviewJob, sharing, writeTests } from "./reviewPrograms.ts";
import { has, type Side, sideOf } from "./sides.ts";

const PLAN = "p4twin.yaml";
/** Our choice: packets that are drawn for each program. */
const PACKETS = 500;
const MOST_PACKETS = 100_000;
const FORMATS = [...reviewFormats, "json", "junit"] as const;

export const reviewCommand: Command = {
  name: "review",
  summary: "what a change of programs, entries, profiles and clouds does; exit 3 when a rule fails",
  usage: `usage: p4twin review BASE HEAD [options]

BASE and HEAD are P4 programs, clouds (problems of "p4twin place", topologies), folders, or git revisions of the current
folder; "." is the folder as it is. Folders and revisions have a ${PLAN} (docs/27-review.md) that names programs,
entries, devices, clouds, placements and rules; that of HEAD is read. Without one, what lies in them is found.
  --rules FILE              a plan in place of the ${PLAN} of HEAD; of two files its rules hold (also --plan)
  --device ID|FILE          compare the latency on a device, too (several allowed)
  --base-device ID|FILE     that device as it was for BASE (two programs, one --device)
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
      "base-device": { type: "string" },
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
      throw new UsageError("name BASE and HEAD: two programs, clouds, folders or git revisions");
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
    const [asked, head] = [sideOf(io, baseName), sideOf(io, headName)];
    if ((asked.file === null) !== (head.file === null))
      throw new UsageError("BASE and HEAD are both files, or both folders or revisions");
    const renames = renamesOf(asked, head);
    const base = withRenames(asked, renames);
    for (const { before, after, share } of renames)
      io.stderr(`note: ${after} was ${before} (${Math.round(100 * share)} % is the same)\n`);
    const { jobs, clouds, rules, told } = await workOf(io, base, head, values);
    for (const line of told) io.stderr(`note: ${line}\n`);
    const reviews: ProgramReview[] = [];
    const shared = sharing();
    for (const job of jobs) reviews.push(await reviewJob(job, base, head, sent, rules, shared(job)));
    const ofClouds: CloudReview[] = [];
    for (const job of clouds) ofClouds.push(await reviewCloudJob(job, base, head, rules));
    if (values.tests !== undefined)
      for (const job of jobs) io.stderr(await writeTests(io, head, job, values.tests));
    io.stdout(
      format === "json"
        ? printJson(reviewDocument(baseName, headName, reviews, ofClouds))
        : format === "junit"
          ? junit(reviews, ofClouds)
          : showReview(reviews, ofClouds, format),
    );
    return fails(reviews) || fails(ofClouds) ? exitCode.no : exitCode.done;
  },
};

type Values = ProgramValues & {
  rules?: string | undefined;
  plan?: string | undefined;
  device?: string[] | undefined;
  "base-device"?: string | undefined;
  "base-entries"?: string | undefined;
};
type Work = { jobs: Job[]; clouds: CloudJob[]; rules: PlanRules; told: string[] };

/** What is compared: what the plan of HEAD names, what lies in the folders, or the two files. */
async function workOf(io: Io, base: Side, head: Side, values: Values): Promise<Work> {
  const named = values.rules ?? values.plan;
  const given = named === undefined ? null : await readPlan(io, named);
  const devices = values.device ?? [];
  if (base.file !== null && head.file !== null) {
    const rules = given?.rules ?? noRules();
    return { rules, told: [], ...(await filesOf(io, base.file, head.file, rules, values)) };
  }
  const own = given ?? (has(head, PLAN) ? await readPlan(head.io, PLAN) : null);
  const isNamed = own !== null && own.programs.length + own.clouds.length > 0;
  const { plan, told } = isNamed ? { plan: own, told: [] } : findPlan(base, head, own?.rules ?? noRules());
  const { programs, clouds, rules } = plan;
  for (const { file } of isNamed ? programs : []) mustHave(head, file, named ?? PLAN);
  if (programs.length + clouds.length === 0)
    throw inputError(
      head.name,
      "review-nothing",
      `has no ${PLAN}, and neither P4 programs nor clouds that could be compared; docs/27-review.md says what it names`,
    );
  return { jobs: await jobsOf(programs, rules, devices, head), clouds: cloudJobsOf(clouds), rules, told };
}

/** A plan that names what is not there would check nothing and pass. */
function mustHave(head: Side, file: string, plan: string): void {
  if (has(head, file)) return;
  // a revision lists a submodule as one name, and none of its files
  const module = head.list().find((each) => file.startsWith(`${each}/`));
  const remedy = module
    ? `${module} is a submodule, whose files no revision has: review folders in which it is checked out`
    : "correct its name, or take it out";
  throw inputError(plan, "review-missing", `names ${file}, which ${head.name} does not have: ${remedy}`);
}

const noRules = () => planRulesSchema.parse({});

async function filesOf(
  io: Io,
  base: string,
  head: string,
  rules: PlanRules,
  values: Values,
): Promise<Pick<Work, "jobs" | "clouds">> {
  const kinds = await Promise.all(
    [base, head].map(async (file) =>
      file.startsWith("lib:") ? "program" : kindOf((await readInput(io, file, NO_LIBRARY)).text, file),
    ),
  );
  const isCloud = kinds.map((kind) => kind === "problem" || kind === "topology");
  if (isCloud[0] && isCloud[1]) {
    const plan = {
      file: head,
      profiles: (values.device ?? []).filter((id) => /[./]/.test(id)),
      entries: {},
      engine: "ilp",
    };
    return { jobs: [], clouds: [{ name: head, before: base, after: head, plan }] };
  }
  for (const [i, file] of [base, head].entries()) {
    const other = OTHERS[kinds[i] ?? "program"];
    if (isCloud[i] || other !== undefined)
      throw new UsageError(
        `${file} is not a P4 program: ${other ?? "BASE and HEAD are both clouds, or both programs"}`,
      );
  }
  const baseDevice = values["base-device"];
  const named = [...new Set([...(values.device ?? []), ...Object.keys(rules.maxUs)])];
  if (baseDevice !== undefined && named.length !== 1)
    throw new UsageError("--base-device needs one --device");
  const job: Job = {
    name: head,
    before: { file: base, values: { ...values, entries: values["base-entries"] ?? values.entries } },
    after: { file: head, values },
    snapshot: null,
    devices: named.map((each) => ({ before: baseDevice ?? each, after: each })),
  };
  return { jobs: [job], clouds: [] };
}

const NO_LIBRARY = { folder: "reviews", extensions: [] };
/** What files of other kinds are compared with. */
const OTHERS: Readonly<Record<string, string>> = {
  entries: "compare entries with P.p4 P.p4 --base-entries OLD --entries NEW",
  profile: "compare profiles with P.p4 P.p4 --base-device OLD --device NEW",
  placement: "compare placements in folders, beside the problem that they answer",
  snapshot: "compare snapshots in folders, beside the program that runs",
};

function countOf(name: string, text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback);
  if (!Number.isInteger(value) || value < 0 || value > MOST_PACKETS)
    throw new UsageError(`--${name} takes a number from 0 to ${MOST_PACKETS}, not "${text}"`);
  return value;
}

async function readPlan(io: Io, path: string): Promise<ReviewPlan> {
  const { file, text } = await readInput(io, path, { folder: "reviews", extensions: [".yaml"] });
  const { value, diagnostics } = readReviewPlan(text, file);
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}

/** A test case for each program and cloud, with the rules that failed. */
const junit = (reviews: readonly ProgramReview[], clouds: readonly CloudReview[]): string =>
  junitOf(
    [
      ...reviews.map(({ program, findings, packets }) => ({
        ...{ program, findings, packets: packets?.packets ?? 0 },
      })),
      ...clouds.map(({ cloud, findings }) => ({ program: cloud, findings, packets: 0 })),
    ].map(({ program, findings, packets }) => {
      const failures = findings.flatMap(({ level, rule, message }) =>
        level === "error" ? [`${rule}: ${message}`] : [],
      );
      return {
        ...{ test: "review", program, packets, failures, seconds: null },
        status: failures.length === 0 ? "passed" : "failed",
      };
    }),
  );
