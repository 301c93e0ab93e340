import { profileFromRefit, type RefitResult, refitObstacle, refitProfile } from "../../device/index.ts";
import {
  intervalOfMean,
  measuredLoad,
  type ObservedDeployment,
  observedHops,
  type Prediction,
  type Predictor,
  type Residual,
  residual,
} from "../../twin/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { formatTable, intervalColumns, printJson, showIntervals, showUs } from "../table.ts";
import {
  filePredictor,
  filesOf,
  observedOf,
  readDeployment,
  readWindows,
  withBranches,
} from "./twinInputs.ts";

export const twinCommand: Command = {
  name: "twin",
  summary: "predicts the segments of a deployment, compares with exported windows, refits a device profile",
  usage: `usage: p4twin twin FILE [--windows FILE] [--refit DEVICE] [options]

FILE is a deployment (JSON or YAML) with its segments: what GET /api/v1/deployments/{id} answers, or a file of p4twin-admin export.
--windows FILE     what was observed: JSON of POST /api/v1/deployments/{id}/windows (parts 0 to the number of elements), or the CSV of a
                   twin report. Queues are then predicted at the measured load
--segment ID       only this segment (several allowed)
--program REF=FILE a program that the deployment names by the id of a version (several allowed); lib:NAME needs none
--device REF=FILE  the same for a device profile that is not of the library
--branches SWITCH=FILE how packets divide over the paths of a switch of that label, as p4twin run --branches counts them:
                   its prediction is then their mean (several allowed)
--refit DEVICE     refits the profile from the windows: coefficients with their 95 % intervals, errors before and after
--profile          prints only the refitted profile, for a file
--json             one JSON document
Exit code 3: the mean of a segment was observed outside the predicted interval of the mean.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      windows: { type: "string" },
      segment: { type: "string", multiple: true },
      program: { type: "string", multiple: true },
      device: { type: "string", multiple: true },
      branches: { type: "string", multiple: true },
      refit: { type: "string" },
      profile: { type: "boolean" },
      json: { type: "boolean" },
    });
    const file = onlyPositional(positionals, "deployment file");
    if (values.refit !== undefined && values.windows === undefined)
      throw new UsageError("--refit needs the windows that were observed: --windows FILE");
    if (values.profile && values.refit === undefined)
      throw new UsageError("--profile is about --refit DEVICE");
    const deployment = await withBranches(
      io,
      await readDeployment(io, file),
      filesOf("branches", values.branches, "SWITCH"),
    );
    const { segments } = deployment;
    const unknown = values.segment?.find((id) => !segments.some((s) => s.id === id));
    if (unknown !== undefined)
      throw new UsageError(
        `no segment "${unknown}"; there are ${segments.map((s) => s.id).join(", ") || "none"}`,
      );
    const predictor = filePredictor(io, filesOf("program", values.program), filesOf("device", values.device));
    const windows = values.windows === undefined ? null : await readWindows(io, values.windows, segments);
    const observed = windows && observedOf(deployment, windows);
    const rows = (await predictAll(deployment.segments, predictor, observed)).filter(
      ({ segment }) => !values.segment || values.segment.includes(segment),
    );
    const refit =
      observed && values.refit !== undefined
        ? await refitFrom(observed, predictor, values.refit, values.windows ?? "")
        : null;
    if (values.profile) io.stdout(printJson(refit?.profile));
    else if (values.json) io.stdout(printJson({ deployment: deployment.name, segments: rows, refit }));
    else io.stdout(`${showRows(rows)}${refit ? `\n${showRefit(refit)}` : ""}`);
    return rows.some(({ inside }) => inside === false) ? exitCode.no : exitCode.done;
  },
};

type Row = {
  segment: string;
  name: string;
  prediction: Prediction;
  elements: { label: string; prediction: Prediction; observedUs: number | null }[];
  /** over all windows; null without any */
  observed: { packets: number; meanUs: number | null } | null;
  residual: Residual | null;
  /** does the observed mean lie inside the predicted interval of a mean of so many packets? */
  inside: boolean | null;
};

async function predictAll(
  segments: ObservedDeployment["segments"],
  predictor: Predictor,
  observed: ObservedDeployment | null,
): Promise<Row[]> {
  const load = measuredLoad(
    segments.map((segment) => {
      const packets = observed?.observed(segment.id, 0).count ?? 0;
      return { segment, rate: packets > 0 ? { packets, seconds: observed?.seconds ?? 0 } : null };
    }),
  );
  return Promise.all(
    segments.map(async (segment): Promise<Row> => {
      const { prediction, elementPredictions } = await predictor.predict(segment, load);
      const seen = observed?.observed(segment.id, 0) ?? null;
      const meanUs = seen?.meanUs ?? null;
      const around = seen && intervalOfMean(prediction, seen.count);
      return {
        segment: segment.id,
        name: segment.name,
        prediction,
        elements: segment.elements.map(({ label }, i) => ({
          label,
          prediction: elementPredictions[i]!,
          observedUs: observed?.observed(segment.id, i + 1).meanUs ?? null,
        })),
        observed: seen && { packets: seen.count, meanUs },
        residual: residual(meanUs, prediction.meanUs),
        inside: meanUs === null || !around ? null : meanUs >= around.lowUs && meanUs <= around.highUs,
      };
    }),
  );
}

type Refit = Omit<RefitResult, "covariance"> & {
  device: string;
  samples: number;
  notes: string[];
  profile: unknown;
};

async function refitFrom(
  observed: ObservedDeployment,
  predictor: Predictor,
  device: string,
  work: string,
): Promise<Refit> {
  const profile = await predictor.profileOf(device);
  const { samples, tail, notes } = await observedHops([observed], profile, predictor);
  const obstacle = refitObstacle(samples, profile);
  if (obstacle !== null) throw inputError(work, "refit", obstacle);
  const { covariance, ...refit } = refitProfile(samples, profile);
  const named = { id: `${profile.id}-refit`, title: `${profile.title}, refitted`, work, tail };
  const made = profileFromRefit({ ...refit, covariance }, profile, named);
  if (!made.ok) throw new InputError(work, made.error);
  return { device: profile.id, samples: samples.length, ...refit, notes, profile: made.value };
}

const showRows = (rows: readonly Row[]): string => {
  const table = formatTable(
    [
      { title: "segment" },
      { title: "predicted us", align: "right" },
      ...intervalColumns,
      { title: "p50, p95, p99 us", align: "right" },
      { title: "observed us", align: "right" },
      { title: "residual", align: "right" },
      { title: "terms" },
    ],
    rows.map(
      ({
        segment,
        prediction: { meanUs, lowUs, highUs, packet, terms },
        observed,
        residual: off,
        inside,
      }) => [
        segment,
        showUs(meanUs),
        ...showIntervals({
          meanLowUs: lowUs,
          meanHighUs: highUs,
          lowUs: packet?.lowUs,
          highUs: packet?.highUs,
        }),
        packet === null ? "-" : [packet.p50Us, packet.p95Us, packet.p99Us].map(showUs).join(", "),
        showUs(observed?.meanUs ?? null),
        off === null ? "-" : `${(100 * off.share).toFixed(1)} %${inside === false ? " outside" : ""}`,
        terms.map((t) => `${t.label} ${showUs(t.us)}`).join(" + "),
      ],
    ),
  );
  const notes = rows.flatMap(({ segment, prediction }) =>
    prediction.notes.map((n) => `note: ${segment}: ${n}\n`),
  );
  return `${table}${notes.join("")}`;
};

const showRefit = (refit: Refit): string => {
  const { device, samples, coefficients, before, after, heldOut, heldOutRuns, notIdentifiable, notes } =
    refit;
  const table = formatTable(
    [
      { title: "coefficient" },
      { title: "published us", align: "right" },
      { title: "refitted us", align: "right" },
      { title: "95 % us", align: "right" },
      { title: "" },
    ],
    coefficients.map((c) => [
      c.name,
      showUs(c.priorUs),
      showUs(c.us),
      c.lowUs === null ? "unknown" : `${showUs(c.lowUs)} .. ${showUs(c.highUs)}`,
      c.note ?? "",
    ]),
  );
  const percent = (share: number | null): string => (share === null ? "-" : `${(100 * share).toFixed(1)} %`);
  const errors = `error of the ${samples} samples: ${percent(before)} before, ${percent(after)} after; of programs held out ${percent(heldOut)}, of runs held out ${percent(heldOutRuns)}\n`;
  return `refit of ${device}\n${table}${errors}${[...notIdentifiable, ...notes].map((n) => `note: ${n}\n`).join("")}`;
};
