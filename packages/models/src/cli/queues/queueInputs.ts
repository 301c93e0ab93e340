import { libraryDeviceIds } from "../../device/index.ts";
import { estimatePath, linearForm, type PathEstimate, referenceBytesOf } from "../../latency/index.ts";
import type { QueueDevice, ResolvedDevice } from "../../queueing/index.ts";
import { inputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import type { Io } from "../io.ts";
import { estimateFile } from "../programs/estimateInputs.ts";
import { selectPath } from "../programs/selectPaths.ts";

/**
 * Service time and spread of a device of a queue scenario: as given, or the linear estimate for its program's
 * path or its counts with the profile's spread. A device whose latency or spread nobody has published is an
 * input error that names the remedy.
 */
export async function resolveQueueDevice(io: Io, file: string, device: QueueDevice): Promise<ResolvedDevice> {
  if ("serviceUs" in device) {
    const { id, serviceUs, sigmaUs, source = null } = device;
    return { id, serviceUs, sigmaUs, source };
  }
  const profile = await readDevice(io, device.profile);
  const sigmaUs = device.sigmaUs ?? profile.spreadUs?.value;
  if (sigmaUs === undefined) {
    const message = `device ${device.id}: ${profile.id} publishes no spread of its latency; give it as sigmaUs, or use another profile (${libraryDeviceIds().join(", ")})`;
    throw inputError(file, "unknown-spread", message);
  }
  const estimate =
    "features" in device
      ? estimatePath(
          { id: device.id, features: device.features, externs: [] },
          profile,
          linearForm,
          referenceBytesOf(profile),
        )
      : await estimateOfProgram(io, file, device);
  if (estimate.meanUs === null || estimate.meanUs <= 0)
    throw inputError(
      file,
      "no-service-time",
      `device ${device.id}: ${estimate.notes.join("; ") || "no service time"}`,
    );
  const what = "features" in device ? "its counts" : `${device.program}, path ${estimate.pathId}`;
  return {
    id: device.id,
    serviceUs: estimate.meanUs,
    sigmaUs,
    source: `linear estimate of ${what} on ${profile.id}`,
  };
}

async function estimateOfProgram(
  io: Io,
  file: string,
  { id, profile, program, path }: Extract<QueueDevice, { program: string }>,
): Promise<PathEstimate> {
  const { report } = await estimateFile(io, program, { device: profile });
  try {
    return selectPath(report, path).estimates[0];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // the path is in the file, not on the command line
    throw inputError(file, "unknown-path", `device ${id}: ${error.message.replace("--path", "path")}`);
  }
}
