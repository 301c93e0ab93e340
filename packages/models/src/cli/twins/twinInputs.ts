import { z } from "zod";
import { parseChecked } from "../../core/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import type { LatencyProgram } from "../../latency/index.ts";
import {
  type BoundSegment,
  type Branches,
  branchesSchema,
  createPredictor,
  type ObservedDeployment,
  type Predictor,
  segmentsSchema,
  type Windows,
  windowsSchema,
} from "../../twin/index.ts";
import { estimatorOf } from "../engines/engines.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { libraryPrefix, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { analyseFile } from "../programs/analyseFile.ts";

const deploymentSchema = z.object({ name: z.string().default("deployment"), segments: segmentsSchema });
export type TwinDeployment = z.infer<typeof deploymentSchema>;

const FOLDER = { folder: "deployments", extensions: [".json"] };

/** A deployment as the API answers it or as `p4twin-admin export` writes it. */
export async function readDeployment(io: Io, name: string): Promise<TwinDeployment> {
  const { file, text } = await readInput(io, name, FOLDER);
  const { value, diagnostics } = parseChecked(text, file, deploymentSchema, "a deployment", () => []);
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}

/** The deployment with counts of branches from files, by the labels of its switches. */
export async function withBranches(
  io: Io,
  deployment: TwinDeployment,
  files: ReadonlyMap<string, string>,
): Promise<TwinDeployment> {
  const counted = new Map<string, Branches>();
  for (const [label, name] of files) {
    const labels = deployment.segments.flatMap(({ elements }) =>
      elements.flatMap((element) => (element.kind === "switch" ? [element.label] : [])),
    );
    if (!labels.includes(label))
      throw new UsageError(`no switch "${label}"; there are ${[...new Set(labels)].join(", ") || "none"}`);
    const { file, text } = await readInput(io, name, { folder: "branches", extensions: [".json"] });
    const { value, diagnostics } = parseChecked(text, file, branchesSchema, "counted branches", () => []);
    if (value === null) throw new InputError(file, diagnostics);
    counted.set(label, value);
  }
  const segments = deployment.segments.map((segment) => ({
    ...segment,
    elements: segment.elements.map((element) => {
      const branches = element.kind === "switch" ? counted.get(element.label) : undefined;
      return branches ? { ...element, path: "mean", branches } : element;
    }),
  }));
  return { ...deployment, segments };
}

/** `REF=FILE` pairs of an option that may be given several times. */
export function filesOf(
  option: string,
  pairs: readonly string[] | undefined,
  what = "REF",
): Map<string, string> {
  return new Map(
    (pairs ?? []).map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1 || at === pair.length - 1)
        throw new UsageError(`--${option} takes ${what}=FILE, not "${pair}"`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/**
 * Predicts segments from library programs and profiles, and from files that stand for what a server stores under a
 * reference.
 */
export function filePredictor(
  io: Io,
  programs: ReadonlyMap<string, string>,
  devices: ReadonlyMap<string, string>,
): Predictor {
  const analysed = new Map<string, Promise<LatencyProgram>>();
  const analyse = async (file: string): Promise<LatencyProgram> => {
    const { report, walks } = await analyseFile(io, file, {});
    return { ...report, walks };
  };
  return createPredictor({
    async program(ref) {
      const file = programs.get(ref) ?? (ref.startsWith(libraryPrefix) ? ref : null);
      if (file === null)
        throw inputError(ref, "unknown-program", `give the program by --program ${ref}=FILE`);
      const known = analysed.get(file) ?? analyse(file);
      analysed.set(file, known);
      return known;
    },
    profile: (ref): Promise<DeviceProfile> => {
      const id = ref.replace(/@\d+$/, "");
      return readDevice(io, devices.get(ref) ?? devices.get(id) ?? id);
    },
    estimate: async (engine, program, device, outcomes) =>
      (await estimatorOf(io, engine)).estimate(program, device, { outcomes }),
    refusalOf: (error) => (error instanceof InputError || error instanceof UsageError ? error.message : null),
    basisOf: JSON.stringify,
  });
}

/** Windows as `POST /deployments/{id}/windows` answers them (JSON), or as a report's table (CSV). */
export async function readWindows(io: Io, name: string, segments: readonly BoundSegment[]): Promise<Windows> {
  const { file, text } = await readInput(io, name, FOLDER);
  if (!/^\s*\{/.test(text)) return windowsOfCsv(text, file, segments);
  const { value, diagnostics } = parseChecked(text, file, windowsSchema, "exported windows", () => []);
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}

const NEEDED = ["segment", "part", "start", "count", "meanUs"] as const;

/** The table of a report: a line a bucket; segments and parts by their names. */
function windowsOfCsv(text: string, file: string, segments: readonly BoundSegment[]): Windows {
  const [head = [], ...lines] = csvLines(text);
  const at = new Map(head.map((title, i) => [title, i]));
  const missing = NEEDED.filter((title) => !at.has(title));
  if (missing.length > 0)
    throw inputError(
      file,
      "columns",
      `the table has no column ${missing.join(", ")}; export it from a report of the twin`,
    );
  const series = new Map<string, Windows["series"][number]>();
  for (const line of lines) {
    const cell = (title: string): string => line[at.get(title) ?? -1] ?? "";
    const number = (title: string): number | null => (cell(title) === "" ? null : Number(cell(title)));
    const segment = segments.find(({ id, name }) => name === cell("segment") || id === cell("segment"));
    if (!segment) continue;
    const label = cell("part");
    const part = label === "whole segment" ? 0 : 1 + segment.elements.findIndex((e) => e.label === label);
    if (part === 0 && label !== "whole segment") continue;
    const key = `${part} ${segment.id}`;
    const one = series.get(key) ?? {
      ...{ segmentId: segment.id, part, startMs: [], count: [], meanUs: [], p50Us: [], p95Us: [] },
      ...{ p99Us: [], maxUs: [], abovePl: [], aboveDl: [], dropped: [] },
    };
    series.set(key, one);
    one.startMs.push(Date.parse(cell("start")));
    for (const title of ["count", "abovePl", "aboveDl", "dropped"] as const)
      one[title].push(number(title) ?? 0);
    for (const title of ["meanUs", "p50Us", "p95Us", "p99Us", "maxUs"] as const)
      one[title].push(number(title));
  }
  const checked = windowsSchema.safeParse({
    bucketMs: bucketOf([...series.values()]),
    series: [...series.values()],
  });
  if (!checked.success)
    throw inputError(file, "not-windows", "a line has no instant or no number where one belongs");
  return checked.data;
}

/** The shortest time between two buckets; a second where there is one bucket only. */
function bucketOf(series: Windows["series"]): number {
  const steps = series.flatMap(({ startMs }) => startMs.slice(1).map((ms, i) => ms - (startMs[i] ?? ms)));
  const least = Math.min(...steps.filter((ms) => ms > 0));
  return Number.isFinite(least) ? least : 1_000;
}

/** Cells of a CSV text (RFC 4180); empty lines are left out. */
function csvLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    line.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    if (line.some((cell) => cell !== "")) lines.push(line);
    line = [];
  }
  return lines;
}

/**
 * What was observed over all windows, as the refit takes it: means only, because windows are exported without their
 * histograms.
 */
export function observedOf(
  { name, segments }: TwinDeployment,
  { bucketMs, series }: Windows,
): ObservedDeployment {
  const starts = series.flatMap(({ startMs }) => startMs);
  const [first, last] = starts.reduce(
    ([a, b], ms) => [Math.min(a, ms), Math.max(b, ms)],
    [Infinity, -Infinity],
  );
  return {
    ...{ name, segments, seconds: starts.length > 0 ? (last - first + bucketMs) / 1000 : 0 },
    observed(segmentId, part) {
      const one = series.find((s) => s.segmentId === segmentId && s.part === part);
      let [count, sumUs] = [0, 0];
      one?.count.forEach((packets, i) => {
        const meanUs = one.meanUs[i] ?? null;
        if (meanUs === null) return;
        count += packets;
        sumUs += packets * meanUs;
      });
      return { count, meanUs: count > 0 ? sumUs / count : null, histogram: null };
    },
  };
}
