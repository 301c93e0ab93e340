import type { ParseArgsOptionsConfig } from "node:util";
import { type DeviceProfile, type StatedExtern, stateExterns } from "../../device/index.ts";
import type { EstimateReport } from "../../latency/index.ts";
import { DEFAULT_ESTIMATOR } from "../../latency/index.ts";
import { type FeaturesReport, findPath } from "../../program/index.ts";
import { positiveInteger } from "../arguments.ts";
import { estimatorOf, idsOf } from "../engines/engines.ts";
import { UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { readProbabilities } from "../input/readProbabilities.ts";
import type { Io } from "../io.ts";
import { type AnalysedProgram, analyseFile, type ProgramValues } from "./analyseFile.ts";

/** Options of the commands that estimate, beside those of the program. */
export const estimateOptions = {
  device: { type: "string" },
  packet: { type: "string" },
  engine: { type: "string" },
  extern: { type: "string", multiple: true },
  "extern-us": { type: "string", multiple: true },
  extremes: { type: "string" },
  probabilities: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

export const estimateUsage = `  --device ID|FILE          library id or profile file (p4twin devices lists the library)
  --packet BYTES            packet size; by default the one the profile was measured at
  --engine ID|FILE.py       estimator: ${idsOf("estimates").join(", ")} (default ${DEFAULT_ESTIMATOR}), or your own Python file (docs/08-engines.md)
  --extern NAME=DEVICE      an extern of the program counts as one that the device publishes, as in
                            --extern hash=SipHash-2-4 (several allowed); a program says so itself
                            by @stands_for("hash", "SipHash-2-4") on a control
  --extern-us NAME=US       what an extern costs on this device, measured by you (several allowed), as in
                            --extern-us register.read=0.4
  --extremes K              also name the K fastest and K slowest of all paths, listed or not
  --probabilities FILE      average latency of packets, from a JSON or YAML file such as
                            {"tables":{"ipv4_lpm":{"drop":0.1}},"conditions":{"line 80":0.9}},
                            or the word entries: shares by the number of entries in --entries`;

export type EstimateValues = ProgramValues & {
  device?: string | undefined;
  packet?: string | undefined;
  engine?: string | undefined;
  extern?: string[] | undefined;
  "extern-us"?: string[] | undefined;
  extremes?: string | undefined;
  probabilities?: string | undefined;
  path?: string | undefined;
};

export type Estimated = {
  program: FeaturesReport & Pick<AnalysedProgram, "walks">;
  device: DeviceProfile;
  report: EstimateReport;
};

/**
 * Analyses FILE and estimates it as the options say. Diagnostics of a program that can be used are warnings
 * on standard error.
 */
export async function estimateFile(io: Io, file: string, values: EstimateValues): Promise<Estimated> {
  if (values.device === undefined)
    throw new UsageError("--device ID|FILE is missing; p4twin devices lists the library");
  const packetBytes = positiveInteger("packet", values.packet) ?? undefined;
  const estimator = await estimatorOf(io, values.engine ?? DEFAULT_ESTIMATOR);
  const extremes = positiveInteger("extremes", values.extremes) ?? undefined;
  const standIns = standInsOf(values.extern);
  const device = stateExterns(await readDevice(io, values.device), statedExterns(values["extern-us"]));
  const { report, walks, contents } = await analyseFile(io, file, values, standIns);
  const program = withPath({ ...report, walks }, values.path);
  const estimated = await estimator.estimate(program, device, { packetBytes, extremes });
  if (values.probabilities === undefined) return { program, device, report: estimated };
  const probabilities = await readProbabilities(io, values.probabilities, walks, contents);
  const expected = estimator.expect?.({ program, device, probabilities, packetBytes });
  if (!expected) throw new UsageError(`the engine ${estimator.id} does not take --probabilities`);
  return { program, device, report: { ...estimated, expected } };
}

/** The program with the path `id` among those listed, when it has such a path. */
function withPath(program: Estimated["program"], id: string | undefined): Estimated["program"] {
  const { paths, walks } = program;
  if (id === undefined || !walks || paths.some((path) => path.id === id)) return program;
  const found = findPath(walks, id);
  return found ? { ...program, paths: [...paths, found] } : program;
}

const standInsOf = (pairs: readonly string[] | undefined): Record<string, string> =>
  Object.fromEntries(
    (pairs ?? []).map((pair) => {
      const [name, real, more] = pair.split("=");
      if (!name || !real || more !== undefined)
        throw new UsageError(`--extern takes NAME=DEVICE, not "${pair}"`);
      return [name, real];
    }),
  );

const statedExterns = (pairs: readonly string[] | undefined): StatedExtern[] =>
  (pairs ?? []).map((pair) => {
    const [, name, us] = /^([^=]+)=(\d+(?:\.\d+)?)$/.exec(pair) ?? [];
    if (name === undefined || us === undefined)
      throw new UsageError(`--extern-us takes NAME=MICROSECONDS, not "${pair}"`);
    return { name, us: Number(us), errorUs: null };
  });
