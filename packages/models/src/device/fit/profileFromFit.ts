import { constructs, type Diagnostic, err, issueTexts, ok, type Result } from "../../core/index.ts";
import { type Correction, type DeviceProfile, deviceProfileSchema } from "../profile.ts";
import type { Source, Sourced } from "../sourced.ts";
import type { Coefficient, FitResult, FittedBend } from "./fitProfile.ts";

/** What a fit does not say of a device. */
export type FittedDevice = {
  id: string;
  title: string;
  /** where the measurements come from: a citation, a lab book */
  work: string;
  /**
   * the device it resembles: capacity, limits, externs, and costs that the measurements cannot see are
   * carried over from it
   */
  like: DeviceProfile;
};

const round = (us: number): number => Number(us.toPrecision(6));
const shown = (us: number): string => String(Number(us.toPrecision(3)));

/**
 * A profile of fitted costs, each with its interval and origin in its source. Errors: the base delay comes
 * out as zero, a cost that is neither seen nor known of the like device, an id that cannot be one.
 */
export function profileFromFit(fit: FitResult, device: FittedDevice): Result<DeviceProfile, Diagnostic[]> {
  const { like, work } = device;
  const problems: Diagnostic[] = [];
  const problem = (code: string, message: string) =>
    problems.push({ severity: "error", code, message, span: null });
  const place = `mixed model over ${fit.runs} runs, ${fit.measurements} measurements`;
  const carried: Source = {
    work: like.id,
    place: "its profile",
    kind: "assumed",
    note: `carried over from ${like.id}: not measured on this device`,
  };
  const sourced = ({ name, us, expectedUs, lowUs, highUs, status, note }: Coefficient): Sourced => {
    if (us === null || expectedUs === null) {
      problem(
        "unseen",
        `the cost of ${name} is not seen in the measurements, and ${like.id} does not know it; measure it or choose another like device`,
      );
      return { value: 0, source: carried };
    }
    if (status === "given")
      return {
        value: us,
        source: { ...carried, note: `${carried.note}; ${note ?? "not seen in the measurements"}` },
      };
    const interval =
      lowUs === null || highUs === null
        ? note
          ? "no interval"
          : "no interval: as many coefficients as measurements"
        : `fitted ${shown(us)} us, 95 % interval ${shown(lowUs)} to ${shown(highUs)} us`;
    return {
      value: round(expectedUs),
      source: { work, place, kind: "fitted", note: `${interval}${note ? `; ${note}` : ""}` },
    };
  };
  const of = (name: Coefficient["name"]): Sourced =>
    sourced(
      fit.coefficients.find((each) => each.name === name) ?? {
        name,
        us: null,
        expectedUs: null,
        lowUs: null,
        highUs: null,
        status: "unseen",
        note: null,
      },
    );

  const bent = ({ construct, kind, overCount, us, lowUs, highUs }: FittedBend): Correction => {
    const slope =
      kind === "slope" ? (fit.coefficients.find(({ name }) => name === construct)?.expectedUs ?? 0) : 0;
    const fitted: Source = { work, place, kind: "fitted" };
    const interval = lowUs === null || highUs === null ? "" : `: ${shown(lowUs)} to ${shown(highUs)} us`;
    return {
      construct,
      kind,
      overCount: { value: overCount, source: fitted },
      overBytes: null,
      us: {
        value: round(slope + us),
        source: {
          ...fitted,
          note: `95 % interval of the ${kind === "slope" ? "change" : "step"}${interval}`,
        },
      },
      reason: "the measurements bend here",
    };
  };
  const baseUs = of("base");
  // what to expect is drawn together with the costs: the fit's own value tells that nothing is determined
  const fittedUs = fit.coefficients.find(({ name }) => name === "base")?.us ?? baseUs.value;
  if (baseUs.value <= 0 || fittedUs <= 0)
    problem(
      "no-base",
      "the base delay comes out as 0 or less: the costs alone explain the latencies, or starts differ too much; measure the base program too (one parse, one table), in more starts on a quieter machine",
    );
  const [parse, modify, copy, remove, add, table] = constructs.map(of);
  const measured: Source = { work, place, kind: "measured" };
  const profile = {
    ...like,
    ...carriedOver({ externs: like.externs, capacity: like.capacity, limits: like.limits }, like.id),
    id: device.id,
    version: 1,
    title: device.title,
    summary: `Fitted from ${fit.measurements} measurements (${work}); what they do not determine is from ${like.title}.`,
    vendor: null,
    linear: { baseUs, slopesUs: { parse, modify, copy, remove, add, table } },
    p8: null,
    // biases and regimes are findings about the like device, not about this one
    corrections: fit.bends.map(bent),
    biases: [],
    regimes: [],
    flowScaling: [],
    constructPoints: [],
    controlAgent: null,
    throughput: null,
    ratings: null,
    fitRmseUs: fitErrorOf(fit, { ...measured, kind: "fitted" }),
    spreadUs: fit.spreadUs === null ? null : { value: round(fit.spreadUs), source: measured },
    runSpreadUs: fit.runSpreadUs === null ? null : { value: round(fit.runSpreadUs), source: measured },
    tail: tailOf(fit, measured),
    packetSize:
      fit.referenceBytes === null
        ? null
        : {
            referenceBytes: { value: fit.referenceBytes, source: measured },
            effect: "fitted: an offset for each measured packet size",
            source: { ...measured, kind: "fitted" },
            offsets: fit.coefficients.flatMap((each) => {
              const bytes = /^(\d+) B$/.exec(each.name)?.[1];
              return bytes === undefined ? [] : [{ packetBytes: Number(bytes), offsetUs: sourced(each) }];
            }),
          },
  };
  if (problems.length > 0) return err(problems);
  const parsed = deviceProfileSchema.safeParse(profile);
  if (parsed.success) return ok(parsed.data);
  return err(
    issueTexts(parsed.error, "profile").map((message) => ({
      severity: "error",
      code: "profile-field",
      message,
      span: null,
    })),
  );
}

/**
 * What is left of the fit's error without the runs, which have a spread of their own: residuals of runs hold both.
 * Where there are too few runs to tell them apart, all of it; unknown with one start, or without freedom.
 */
function fitErrorOf(fit: FitResult, source: Source): DeviceProfile["fitRmseUs"] {
  const { rmseUs, runSpreadUs, misfitUs } = fit;
  if (fit.coefficients.some(({ name, lowUs }) => name === "base" && lowUs === null)) return null;
  const leftUs = runSpreadUs === null ? 0 : Math.sqrt(Math.max(0, rmseUs ** 2 - runSpreadUs ** 2));
  const us = runSpreadUs === null ? rmseUs : Math.max(misfitUs, leftUs);
  return { value: round(us), source };
}

function tailOf({ tail }: FitResult, source: Source): DeviceProfile["tail"] {
  const { p50, p95, p99 } = tail;
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  const sourced = (value: number): Sourced => ({ value: round(value), source });
  return { p50: sourced(p50), p95: sourced(p95), p99: sourced(p99) };
}

/** The same numbers, each marked as carried over. */
function carriedOver<T>(value: T, from: string): T;
function carriedOver(value: unknown, from: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => carriedOver(each, from));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    if (key !== "source" || typeof inner !== "object" || inner === null)
      return [key, carriedOver(inner, from)];
    const note = "note" in inner ? `${String(inner.note)}; ` : "";
    return [key, { ...inner, kind: "assumed", note: `${note}carried over from ${from}` }];
  });
  return Object.fromEntries(entries);
}
