import {
  constructs,
  type Diagnostic,
  err,
  issueTexts,
  ok,
  type Result,
  significantText,
} from "../../core/index.ts";
import { type DeviceProfile, deviceProfileSchema } from "../profile.ts";
import type { Sourced } from "../sourced.ts";
import type { RefitResult } from "./refitProfile.ts";

/** What a refit does not say of the profile that it makes. */
export type RefittedDevice = {
  id: string;
  title: string;
  /** where the observations come from: a deployment and a range of time, a file */
  work: string;
  /** percentiles of packets as multiples of their mean, where they were observed without a queue */
  tail?: { p50: number; p95: number; p99: number } | null;
};

const round = (us: number): number => Number(us.toPrecision(6));
const interval = ({ lowUs, highUs }: RefitResult["coefficients"][number]): string =>
  lowUs === null || highUs === null ? "unknown" : `${shown(lowUs)} to ${shown(highUs)} us`;
const shown = (us: number): string => String(Number(us.toPrecision(3)));

/**
 * The profile with refitted base and slopes, each with its 95 % interval and the value it replaces in its
 * source. What the data do not tell keeps number and source; bends, externs, capacity and limits stay; the
 * look-up of P8 and the known biases belong to the old fit and go. Error: the base comes out as zero.
 */
export function profileFromRefit(
  refit: RefitResult,
  profile: DeviceProfile,
  { id, title, work, tail = null }: RefittedDevice,
): Result<DeviceProfile, Diagnostic[]> {
  const { linear } = profile;
  const place = `refitted from ${refit.programs} programs, ${refit.packets} packets`;
  const sourced = (name: RefitResult["coefficients"][number]["name"], published: Sourced): Sourced => {
    const found = refit.coefficients.find((each) => each.name === name);
    if (!found || found.status === "unseen") return published;
    const held = found.status === "bound" ? "held at 0, as it is not negative; " : "";
    const mixed = found.note ? `; ${found.note}` : "";
    return {
      value: round(found.us),
      source: {
        work,
        place,
        kind: "fitted",
        note: `${held}95 % interval ${interval(found)}; was ${shown(found.priorUs)} us (${profile.id} version ${profile.version})${mixed}`,
      },
    };
  };
  const problem = (code: string, message: string): Diagnostic => ({
    severity: "error",
    code,
    message,
    span: null,
  });
  if (!linear) return err([problem("no-linear", `${profile.id} has no linear form to refit`)]);
  const baseUs = sourced("base", linear.baseUs);
  if (baseUs.value <= 0)
    return err([
      problem(
        "no-base",
        "the base delay comes out as 0: the costs alone explain the latencies; observe a smaller program too",
      ),
    ]);
  const slopes = Object.fromEntries(constructs.map((c) => [c, sourced(c, linear.slopesUs[c])]));
  const measured = { work, place, kind: "measured" } as const;
  const parsed = deviceProfileSchema.safeParse({
    ...profile,
    id,
    title,
    summary: `${profile.title}, refitted from what was observed (${work}); mean error on the observed programs ${significantText(100 * refit.before, 2)} % before, ${significantText(100 * refit.after, 2)} % after.`,
    linear: { baseUs, slopesUs: slopes },
    p8: null,
    biases: [],
    fitRmseUs: { value: round(refit.misfitUs), source: { ...measured, kind: "fitted" } },
    runSpreadUs:
      refit.runSpreadUs === null
        ? null
        : { value: round(refit.runSpreadUs), source: { ...measured, kind: "fitted" } },
    spreadUs: refit.spreadUs === null ? profile.spreadUs : { value: round(refit.spreadUs), source: measured },
    tail: tail
      ? {
          p50: { value: round(tail.p50), source: measured },
          p95: { value: round(tail.p95), source: measured },
          p99: { value: round(tail.p99), source: measured },
        }
      : profile.tail,
  });
  if (parsed.success) return ok(parsed.data);
  return err(issueTexts(parsed.error, "profile").map((text) => problem("profile-field", text)));
}
