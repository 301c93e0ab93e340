import { formatDiagnostic, hasErrors } from "../../core/index.ts";
import {
  type DeviceProfile,
  type FitOptions,
  type FitResult,
  fitObstacle,
  fitProfile,
  type HeldOut,
  heldOut,
  type Measurement,
  parseMeasurements,
  profileFromFit,
  programCounts,
  type ReadingOptions,
  testFit,
} from "../../device/index.ts";
import { type ExitCode, exitCode } from "../command.ts";
import { InputError, inputError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { readBytes } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { write } from "../programs/write.ts";
import { formatTable, printJson, showUs } from "../table.ts";

/** What a fit is asked for beside the measurements. */
type FitRequest = {
  /** id or file of a like device */
  base: string | undefined;
  /** where the profile goes; it needs `base` */
  out: string | undefined;
  id: string | undefined;
  json?: boolean;
  /** heading of the latencies */
  latency?: string | undefined;
  /** file with the counts of each program, for measurements without */
  counts?: string | undefined;
  /** file of measurements that the fit is held against */
  test?: string | undefined;
  /** of the profile, where more is known than the name of the file */
  described?: { title: string; work: string };
};

/** Fits measurements (CSV in `text`, named `file` in messages), prints costs and errors, writes a profile to `out`. */
export async function fitText(io: Io, file: string, text: string, request: FitRequest): Promise<ExitCode> {
  const reading = await readingOf(io, request);
  const measurements = measurementsOf(io, file, text, reading);
  const kept = request.test === undefined ? null : await readTest(io, request.test, reading);
  const obstacle = fitObstacle(measurements);
  if (obstacle !== null) throw inputError(file, "no-fit", obstacle);
  const base = request.base === undefined ? null : await readDevice(io, request.base);
  const options: FitOptions = base?.linear ? { given: costsOf(base.linear) } : {};
  const fit = fitProfile(measurements, options);
  const held = { ...answerOf(measurements, fit, options), ...(kept ? { test: testFit(fit, kept) } : {}) };
  io.stdout(request.json ? printJson(held) : showFit(held, fit));
  if (request.out !== undefined && base) writeProfile(io, request.out, request, file, fit, base);
  return exitCode.done;
}

async function readingOf(io: Io, { latency, counts }: FitRequest): Promise<ReadingOptions> {
  const named = latency === undefined ? {} : { latency };
  if (counts === undefined) return named;
  const found = programCounts(new TextDecoder().decode(await readBytes(io, counts)), counts);
  if (hasErrors(found.diagnostics)) throw new InputError(counts, found.diagnostics);
  return { ...named, countsOf: found.counts };
}

function measurementsOf(io: Io, file: string, text: string, reading: ReadingOptions): Measurement[] {
  const { measurements, diagnostics } = parseMeasurements(text, file, reading);
  if (hasErrors(diagnostics)) throw new InputError(file, diagnostics);
  for (const warning of diagnostics) io.stderr(`${formatDiagnostic(warning, file)}\n`);
  return measurements;
}

/** Measurements kept back may be of another kind: means beside single packets, with another heading. */
async function readTest(io: Io, file: string, reading: ReadingOptions): Promise<Measurement[]> {
  const text = new TextDecoder().decode(await readBytes(io, file));
  const { latency, ...rest } = reading;
  const isNamed = latency !== undefined && text.split("\n").some((line) => line.includes(latency));
  return measurementsOf(io, file, text, isNamed ? reading : rest);
}

const costsOf = ({ slopesUs }: NonNullable<DeviceProfile["linear"]>): FitOptions["given"] =>
  Object.fromEntries(Object.entries(slopesUs).map(([construct, { value }]) => [construct, value]));

type FitAnswer = {
  coefficients: {
    construct: string;
    /** what the profile and predictions use: nearer to 0 the less the measurements determine it */
    us: number | null;
    /** without drawing to 0: the mixed model's own estimate */
    fittedUs: number | null;
    /** 95 % interval of the mixed model, as wide as to hold `us` */
    lowUs: number | null;
    highUs: number | null;
    /** share that the measurements decide: 1 fitted, 0 carried over or unknown */
    determined: number;
    status: string;
  }[];
  bends: FitResult["bends"];
  runs: number;
  runSpreadUs: number | null;
  packetSpreadUs: number | null;
  misfitUs: number;
  rmseUs: number;
  tail: FitResult["tail"];
  heldOutPrograms: HeldOut | null;
  heldOutRuns: HeldOut | null;
  /** with `--test`: the measurements kept back */
  test?: ReturnType<typeof testFit>;
  notes: string[];
};

function answerOf(measurements: readonly Measurement[], fit: FitResult, options: FitOptions): FitAnswer {
  const programs = heldOut(measurements, "program", options);
  return {
    coefficients: fit.coefficients.map(({ name, us, expectedUs, lowUs, highUs, status }) => ({
      ...{ construct: name, us: expectedUs, fittedUs: us },
      lowUs: lowUs === null || expectedUs === null ? lowUs : Math.min(lowUs, expectedUs),
      highUs: highUs === null || expectedUs === null ? highUs : Math.max(highUs, expectedUs),
      determined: status === "fitted" ? 1 : 0,
      status,
    })),
    bends: fit.bends,
    runs: fit.runs,
    runSpreadUs: fit.runSpreadUs,
    packetSpreadUs: fit.spreadUs,
    misfitUs: fit.misfitUs,
    rmseUs: fit.rmseUs,
    tail: fit.tail,
    heldOutPrograms: programs,
    heldOutRuns: heldOut(measurements, "run", options),
    notes: [
      ...fit.coefficients.flatMap(({ name, note }) => (note === null ? [] : [`${name}: ${note}`])),
      ...fit.coefficients.flatMap((each) =>
        each.name !== "base" &&
        each.lowUs !== null &&
        each.highUs !== null &&
        each.lowUs <= 0 &&
        each.highUs >= 0
          ? [`${each.name}: may be 0 by these measurements; its cost is drawn to 0`]
          : [],
      ),
      ...(programs && programs.blind > 0
        ? [`${programs.blind} of ${programs.tried} programs cannot be predicted from the others`]
        : []),
      ...fit.notes,
    ],
  };
}

function writeProfile(
  io: Io,
  path: string,
  { id, described }: FitRequest,
  file: string,
  fit: FitResult,
  like: DeviceProfile,
): void {
  const name = id ?? path.replace(/^.*\//, "").replace(/\.json$/, "");
  const profile = profileFromFit(fit, { id: name, title: name, work: file, ...described, like });
  if (!profile.ok) throw new InputError(file, profile.error);
  write(io, path, printJson(profile.value));
}

function showFit(answer: FitAnswer, fit: FitResult): string {
  const interval = (each: { lowUs: number | null; highUs: number | null }): string =>
    each.lowUs === null ? "-" : `${showUs(each.lowUs)} .. ${showUs(each.highUs)}`;
  const rows = [
    ...answer.coefficients.map((each) => [
      ...[each.construct, showUs(each.us), interval(each), showUs(each.fittedUs)],
      each.status,
    ]),
    ...answer.bends.map((each) => [
      `${each.construct} beyond ${each.overCount}${each.kind === "once" ? ", once" : ""}`,
      showUs(each.us),
      interval(each),
      showUs(each.us),
      "bend",
    ]),
  ];
  const columns = [
    { title: "cost of" },
    { title: "us", align: "right" as const },
    { title: "95 % interval", align: "right" as const },
    { title: "fitted", align: "right" as const },
    { title: "origin" },
  ];
  const held = (what: string, of: HeldOut | null): string =>
    of === null
      ? ""
      : `${what} held out: mean error ${percent(of.meanErrorShare)}, 95 % interval holds ${of.coverage95 === null ? "unknown" : percent(of.coverage95)} of the runs${of.p99ErrorShare === null ? "" : `, p99 error ${percent(of.p99ErrorShare)}`}\n`;
  return [
    `${fit.measurements} measurements, ${fit.runs} runs\n\n${formatTable(columns, rows)}\n`,
    `between identical runs ${showUs(answer.runSpreadUs)} us, of packets ${showUs(answer.packetSpreadUs)} us, fit ${showUs(answer.rmseUs)} us\n`,
    held("programs", answer.heldOutPrograms),
    held("runs", answer.heldOutRuns),
    answer.test ? showTest(answer.test) : "",
    ...answer.notes.map((note) => `note: ${note}\n`),
  ].join("");
}

function showTest({ programs, score }: ReturnType<typeof testFit>): string {
  const columns = [
    { title: "program kept back" },
    { title: "runs", align: "right" as const },
    { title: "measured us", align: "right" as const },
    { title: "predicted us, 95 % of one run", align: "right" as const },
    { title: "runs inside", align: "right" as const },
    { title: "p99 us", align: "right" as const },
    { title: "predicted p99 us", align: "right" as const },
  ];
  const rows = programs.map((each) => [
    ...[each.program, String(each.runs), showUs(each.measuredUs)],
    each.predictedUs === null
      ? "unknown"
      : `${showUs(each.predictedUs)}${each.halfUs === null ? "" : ` +- ${showUs(each.halfUs)}`}`,
    ...[each.inside === null ? "-" : String(each.inside), showUs(each.p99Us), showUs(each.predictedP99Us)],
  ]);
  const blind = score && score.blind > 0 ? `; ${score.blind} of ${score.tried} cannot be predicted` : "";
  const verdict =
    score === null
      ? "none of them can be predicted: they use what no measurement has\n"
      : `kept back: mean error ${percent(score.meanErrorShare)}, 95 % interval holds ${score.coverage95 === null ? "unknown" : percent(score.coverage95)} of the runs${score.p99ErrorShare === null ? "" : `, p99 error ${percent(score.p99ErrorShare)}`}${blind}\n`;
  return `\n${formatTable(columns, rows)}\n${verdict}`;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
