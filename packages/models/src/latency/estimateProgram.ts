import type { DeviceProfile } from "../device/index.ts";
import { type CanRunReason, canRun } from "./canRun.ts";
import { estimatePath } from "./estimatePath.ts";
import type { EstimateReport, PathEstimate } from "./estimateReport.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { linearForm } from "./linearForm.ts";
import { p8Form } from "./p8Form.ts";
import { packetSizeNotes } from "./packetSizeNotes.ts";
import type { LatencyProgram } from "./program.ts";
import { truncatedBounds } from "./truncatedBounds.ts";

/** The published forms, the default first. */
export const latencyForms: readonly LatencyForm[] = [linearForm, p8Form];

export type EstimateInput = {
  readonly program: LatencyProgram;
  readonly device: DeviceProfile;
  readonly form?: LatencyForm;
  readonly packetBytes?: number;
};

/**
 * Latency of every path of a program on a device, term by term (us), in the shape of `p4twin estimate --json`.
 * `minUs` and `maxUs` are null when a path has no answer. When paths were left out (`truncated`), they are bounds from
 * the program's least and greatest counts, said in `notes`.
 */
export function estimateProgram({
  program,
  device,
  form = linearForm,
  packetBytes,
}: EstimateInput): EstimateReport {
  const bytes = packetBytes ?? device.packetSize.referenceBytes.value;
  const estimates = program.paths.map((path) => estimatePath(path, device, form, bytes));
  const bounds = program.truncated ? truncatedBounds(program, device, form, bytes) : [];
  const means = meansOf([...estimates, ...bounds]);
  return {
    program: program.program,
    device: device.id,
    deviceVersion: device.version,
    packetBytes: bytes,
    engine: form.id,
    estimates,
    minUs: means === null ? null : Math.min(...means),
    maxUs: means === null ? null : Math.max(...means),
    notes: [
      ...programReasons(program, device).map((reason) => reason.message),
      ...packetSizeNotes(device, bytes),
      ...(program.truncated
        ? ["not every path is listed: minUs and maxUs are bounds from the least and greatest counts"]
        : []),
    ],
  };
}

/** Why the device cannot run the program. Externs of its architecture are no reason: what is unknown of them stands in the paths' notes. */
export const programReasons = (program: LatencyProgram, device: DeviceProfile): CanRunReason[] =>
  canRun(
    {
      architectures: program.architecture === null ? device.architectures : [program.architecture],
      externs: [],
      paths: program.paths,
      max: program.max,
    },
    device,
  );

/** Means of all estimates, null when there is none or one of them is unknown. */
function meansOf(estimates: readonly PathEstimate[]): number[] | null {
  const means = estimates.flatMap((e) => (e.meanUs === null ? [] : [e.meanUs]));
  return means.length === estimates.length && means.length > 0 ? means : null;
}
