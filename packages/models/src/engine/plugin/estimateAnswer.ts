import { z } from "zod";
import { err, issueTexts, ok, type Result } from "../../core/index.ts";
import { type EstimateReport, type PathEstimate, termSchema } from "../../latency/index.ts";
import type { EstimateRequest } from "./pluginRequest.ts";

/** Sums of terms are compared with their mean to this share of it, and at least to this many us (our choice). */
const SUM_TOLERANCE = 1e-6;
const MAX_TEXT = 500;
const MAX_LIST = 200;

const us = z.number({ error: "must be a number of microseconds" }).min(0, "a latency is not negative");
const text = z.string().max(MAX_TEXT);

/**
 * One path of a plug-in's estimate. Only `pathId` and `meanUs` have to be there; `meanUs` is null where there
 * is no answer.
 */
const pathAnswerSchema = z.object({
  pathId: z.string({ error: "names a path of the program" }),
  meanUs: us.nullable(),
  meanLowUs: us.nullish(),
  meanHighUs: us.nullish(),
  lowUs: us.nullish(),
  highUs: us.nullish(),
  terms: z.array(termSchema).max(MAX_LIST).optional(),
  notes: z.array(text).max(MAX_LIST).optional(),
});
type PathAnswer = z.infer<typeof pathAnswerSchema>;

/**
 * What `estimate` of a plug-in returns. Other keys are left out: who answers, for which program and device, is ours to
 * say.
 */
const estimateAnswerSchema = z.object({
  estimates: z.array(pathAnswerSchema, { error: "a list with one entry for each path of the program" }),
  notes: z.array(text).max(MAX_LIST).optional(),
});

/**
 * The report that a plug-in's answer stands for, or what is wrong with it, one sentence each: every path of
 * the program is answered once, low <= mean <= high, and terms, where given, add up to the mean.
 */
export function readEstimateAnswer(
  answer: unknown,
  request: EstimateRequest,
  engine: string,
): Result<EstimateReport, string[]> {
  const parsed = estimateAnswerSchema.safeParse(answer);
  if (!parsed.success) return err(issueTexts(parsed.error, "the answer"));
  const { program, device, options } = request;
  const byId = new Map(parsed.data.estimates.map((path) => [path.pathId, path]));
  const wrong = [
    ...unknownPaths(parsed.data.estimates, new Set(program.paths.map((path) => path.id))),
    ...program.paths.flatMap(({ id }) => (byId.has(id) ? [] : [`there is no answer for path ${id}`])),
    ...parsed.data.estimates.flatMap(pathProblems),
  ];
  if (wrong.length > 0) return err(wrong);
  const estimates = program.paths.flatMap(({ id }) => {
    const path = byId.get(id);
    return path ? [completed(path)] : [];
  });
  const means = estimates.flatMap((estimate) => (estimate.meanUs === null ? [] : [estimate.meanUs]));
  const known = means.length === estimates.length && means.length > 0 && !program.truncated;
  return ok({
    program: program.program,
    device: device.id,
    deviceVersion: device.version,
    packetBytes: options.packetBytes,
    engine,
    estimates,
    minUs: known ? Math.min(...means) : null,
    maxUs: known ? Math.max(...means) : null,
    notes: [
      ...(parsed.data.notes ?? []),
      ...(program.truncated
        ? ["not every path is listed, and a plug-in estimates listed paths only: the extremes are unknown"]
        : []),
    ],
  });
}

function unknownPaths(estimates: readonly PathAnswer[], known: ReadonlySet<string>): string[] {
  const seen = new Set<string>();
  return estimates.flatMap(({ pathId }) => {
    if (!known.has(pathId)) return [`the program has no path "${pathId.slice(0, 80)}"`];
    if (seen.has(pathId)) return [`path ${pathId} is answered twice`];
    seen.add(pathId);
    return [];
  });
}

function pathProblems(path: PathAnswer): string[] {
  const { pathId, meanUs, terms } = path;
  if (meanUs === null) return [];
  const sum = terms?.reduce((total, term) => total + term.totalUs, 0);
  const off = sum !== undefined && Math.abs(sum - meanUs) > SUM_TOLERANCE * Math.max(1, meanUs);
  return [
    ...(["lowUs", "meanLowUs"] as const).flatMap((low) =>
      (path[low] ?? meanUs) > meanUs ? [`${pathId}: ${low} is above meanUs`] : [],
    ),
    ...(["highUs", "meanHighUs"] as const).flatMap((high) =>
      (path[high] ?? meanUs) < meanUs ? [`${pathId}: ${high} is below meanUs`] : [],
    ),
    ...(off ? [`${pathId}: the terms add up to ${sum} us, meanUs is ${meanUs}`] : []),
  ];
}

/** An interval has two ends: half of one is none. */
const bothEnds = (
  meanUs: number | null,
  low: number | null | undefined,
  high: number | null | undefined,
): readonly [number, number] | readonly [null, null] =>
  meanUs !== null && typeof low === "number" && typeof high === "number" ? [low, high] : [null, null];

function completed({ pathId, meanUs, terms, notes, ...ends }: PathAnswer): PathEstimate {
  const [meanLowUs, meanHighUs] = bothEnds(meanUs, ends.meanLowUs, ends.meanHighUs);
  const [lowUs, highUs] = bothEnds(meanUs, ends.lowUs, ends.highUs);
  return {
    ...{ pathId, meanUs, meanLowUs, meanHighUs, lowUs, highUs },
    terms: meanUs === null ? [] : (terms ?? []),
    notes: meanUs === null && !notes?.length ? ["the engine has no answer for this path"] : (notes ?? []),
  };
}
