import type { DeviceProfile } from "../device/index.ts";
import type { Outcome } from "../program/index.ts";
import { estimatePath } from "./estimatePath.ts";
import type { EstimateReport, PathEstimate } from "./estimateReport.ts";
import { externsNotCounted } from "./externTerms.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { type NamedExtremes, namedExtremes } from "./namedExtremes.ts";
import { packetSizeNotes, referenceBytesOf } from "./packetSizeNotes.ts";
import type { LatencyProgram } from "./program.ts";
import { programReasons } from "./programReasons.ts";
import { truncatedBounds } from "./truncatedBounds.ts";

export type EstimateInput = {
  readonly program: LatencyProgram;
  readonly device: DeviceProfile;
  readonly form: LatencyForm;
  readonly packetBytes?: number | undefined;
  /** how many of the fastest and slowest paths to name; when paths are left out, one of each is named anyway */
  readonly extremes?: number | undefined;
  /** only the paths of packets that end so; left out, all */
  readonly outcomes?: readonly Outcome[] | undefined;
};

/**
 * Latency of every path of a program on a device, term by term (us), in the shape of `p4twin estimate --json`.
 * `minUs` and `maxUs` are null when a path has no answer. When paths were left out (`truncated`), they come from the
 * extreme paths of `walks`; without those they are bounds from the least and greatest counts, said in `notes`.
 */
export function estimateProgram({
  program,
  device,
  form,
  packetBytes,
  extremes = 0,
  outcomes,
}: EstimateInput): EstimateReport {
  const bytes = packetBytes ?? referenceBytesOf(device);
  const asked = program.paths.filter(({ outcome }) => !outcomes || !outcome || outcomes.includes(outcome));
  const estimates = asked.map((path) => estimatePath(path, device, form, bytes));
  const wanted = program.truncated ? Math.max(1, extremes) : extremes;
  const named = wanted > 0 ? namedExtremes(program, device, form, bytes, wanted, outcomes) : null;
  const notCounted = externsNotCounted(program, device);
  const range = rangeOf(program, estimates, named, () => truncatedBounds(program, device, form, bytes));
  return {
    program: program.program,
    device: device.id,
    deviceVersion: device.version,
    packetBytes: bytes,
    engine: form.id,
    estimates,
    ...range,
    ...(notCounted.length > 0 ? { notCounted } : {}),
    notes: [
      // what is not known of externs stands in the notes of the paths that use them
      ...programReasons(program, device).flatMap(({ code, message }) => (code === "extern" ? [] : [message])),
      ...packetSizeNotes(device, bytes),
      ...(program.truncated ? [truncationNote(named)] : []),
    ],
    ...(named ? { extremes: { fastest: named.fastest, slowest: named.slowest } } : {}),
  };
}

/** The extremes over all paths: from the list when it has all of them, else from the named ones, else from bounds. */
function rangeOf(
  program: LatencyProgram,
  estimates: readonly PathEstimate[],
  named: NamedExtremes | null,
  bounds: () => PathEstimate[],
): Pick<EstimateReport, "minUs" | "maxUs" | "areBounds"> {
  const outermost = named && [...named.fastest.slice(0, 1), ...named.slowest.slice(0, 1)];
  const deciding = !program.truncated ? estimates : (outermost ?? [...estimates, ...bounds()]);
  const means = program.truncated && named?.unanswered ? null : meansOf(deciding);
  return {
    minUs: means === null ? null : Math.min(...means),
    maxUs: means === null ? null : Math.max(...means),
    ...(program.truncated && !named && means !== null ? { areBounds: true } : {}),
  };
}

const truncationNote = (named: NamedExtremes | null): string =>
  named
    ? `not every path is listed: the slowest of all is ${named.slowest[0]?.pathId ?? "unknown"}, the fastest ${named.fastest[0]?.pathId ?? "unknown"}`
    : "not every path is listed: minUs and maxUs are bounds from the least and greatest counts";

/** Means of all estimates, null when there is none or one of them is unknown. */
function meansOf(estimates: readonly PathEstimate[]): number[] | null {
  const means = estimates.flatMap((e) => (e.meanUs === null ? [] : [e.meanUs]));
  return means.length === estimates.length && means.length > 0 ? means : null;
}
