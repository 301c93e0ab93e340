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
} from "../../device/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { readBytes } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { formatTable, printJson, showUs } from "../table.ts";

export const fitCommand: Command = {
  name: "fit",
  summary: "a device profile from measured latencies",
  usage: `usage: p4twin fit FILE.csv [options]

FILE.csv has a line of headings: parse modify copy remove add table (raw counts) and latencyUs; optional
program, run (from one start of the switch to the next), spreadUs, packets, packetBytes, p50Us, p95Us, p99Us

  --base ID|FILE            a like device: its costs where the measurements determine none, its limits for --out
  --out PROFILE.json        write a profile (needs --base)
  --id ID                   id of that profile (default: name of the file)
  --json                    one JSON document`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      base: { type: "string" },
      out: { type: "string" },
      id: { type: "string" },
      json: { type: "boolean" },
    });
    if (values.out !== undefined && values.base === undefined)
      throw new UsageError("--out needs --base ID|FILE: capacity, limits and costs that are not measured");
    const file = onlyPositional(positionals, "FILE.csv");
    const text = new TextDecoder().decode(await readBytes(io, file));
    const { measurements, diagnostics } = parseMeasurements(text, file);
    if (hasErrors(diagnostics)) throw new InputError(file, diagnostics);
    for (const warning of diagnostics) io.stderr(`${formatDiagnostic(warning, file)}\n`);
    const obstacle = fitObstacle(measurements);
    if (obstacle !== null) throw inputError(file, "no-fit", obstacle);
    const base = values.base === undefined ? null : await readDevice(io, values.base);
    const options: FitOptions = base?.linear ? { given: costsOf(base.linear) } : {};
    const fit = fitProfile(measurements, options);
    const held = answerOf(measurements, fit, options);
    if (values.out !== undefined && base) writeProfile(io, values.out, values.id, file, fit, base);
    io.stdout(values.json ? printJson(held) : showFit(held, fit));
    return exitCode.done;
  },
};

const costsOf = ({ slopesUs }: NonNullable<DeviceProfile["linear"]>): FitOptions["given"] =>
  Object.fromEntries(Object.entries(slopesUs).map(([construct, { value }]) => [construct, value]));

type FitAnswer = {
  coefficients: {
    construct: string;
    us: number | null;
    /** what a profile and predictions use: nearer to 0 the less the measurements determine it */
    expectedUs: number | null;
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
  notes: string[];
};

function answerOf(measurements: readonly Measurement[], fit: FitResult, options: FitOptions): FitAnswer {
  const programs = heldOut(measurements, "program", options);
  return {
    coefficients: fit.coefficients.map(({ name, us, expectedUs, lowUs, highUs, status }) => ({
      ...{ construct: name, us, expectedUs, lowUs, highUs },
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
          ? [
              `${each.name}: may be 0 by these measurements; predictions and the profile use the expected value`,
            ]
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
  id: string | undefined,
  file: string,
  fit: FitResult,
  like: DeviceProfile,
): void {
  const name = path.replace(/^.*\//, "").replace(/\.json$/, "");
  const profile = profileFromFit(fit, { id: id ?? name, title: id ?? name, work: file, like });
  if (!profile.ok) throw new InputError(file, profile.error);
  io.writeFile(path, printJson(profile.value));
}

function showFit(answer: FitAnswer, fit: FitResult): string {
  const interval = (each: { lowUs: number | null; highUs: number | null }): string =>
    each.lowUs === null ? "-" : `${showUs(each.lowUs)} .. ${showUs(each.highUs)}`;
  const rows = [
    ...answer.coefficients.map((each) => [
      ...[each.construct, showUs(each.us), interval(each), showUs(each.expectedUs)],
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
    { title: "expected", align: "right" as const },
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
    ...answer.notes.map((note) => `note: ${note}\n`),
  ].join("");
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
