import { z } from "zod";
import type { DeviceProfile } from "../device/index.ts";
import { expectedCost, externsOfWalks, type Probabilities } from "../program/index.ts";
import { externsNotCounted, externTerms } from "./externTerms.ts";
import { intervalsAround } from "./interval.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { referenceBytesOf } from "./packetSizeNotes.ts";
import { biasCost, meanCost } from "./pathCost.ts";
import type { LatencyProgram } from "./program.ts";
import { roundUs } from "./term.ts";

/**
 * Mean latency over all packets. `meanLowUs` and `meanHighUs` are the means of the paths' intervals of the mean,
 * `lowUs` and `highUs` those of a packet's, `spreadUs` is the standard deviation between the paths that packets take.
 */
export const expectedLatencySchema = z.object({
  meanUs: z.number().nullable(),
  meanLowUs: z.number().nullable(),
  meanHighUs: z.number().nullable(),
  lowUs: z.number().nullable(),
  highUs: z.number().nullable(),
  spreadUs: z.number().nullable(),
  /** packets by how they end */
  outcomes: z.array(
    z.object({
      outcome: z.enum(["forward", "drop", "recirculate", "clone"]),
      probability: z.number(),
      meanUs: z.number(),
    }),
  ),
  notes: z.array(z.string()),
});
export type ExpectedLatency = z.infer<typeof expectedLatencySchema>;

export type ExpectedInput = {
  readonly program: LatencyProgram;
  readonly device: DeviceProfile;
  readonly probabilities: Probabilities;
  readonly form: LatencyForm;
  readonly packetBytes?: number | undefined;
};

/** Latency that packets see on average (us) when they take the ways of the program as `probabilities` say. */
export function expectedLatency({
  program,
  device,
  probabilities,
  form,
  packetBytes,
}: ExpectedInput): ExpectedLatency {
  const unknown = {
    meanUs: null,
    spreadUs: null,
    meanLowUs: null,
    meanHighUs: null,
    lowUs: null,
    highUs: null,
  };
  const { walks } = program;
  const found = walks ? expectedCost(walks, meanCost(device, form), probabilities) : null;
  if (!walks || !found)
    return {
      ...unknown,
      outcomes: [],
      notes: ["not available: the program's paths are too many to follow with all values"],
    };
  const notes: string[] = [];
  if (found.assumed.length > 0)
    notes.push(
      `ways taken to be equally likely, because no probability is given: ${found.assumed.join(", ")}`,
    );
  const { errorUs } = externTerms(device, externsOfWalks(walks));
  for (const name of externsNotCounted(program, device))
    notes.push(
      `the latency of the extern ${name} is not published for ${device.id}: not counted, so packets take at least this`,
    );
  const outcomes = found.outcomes.map(({ outcome, probability, mean }) => ({
    outcome,
    probability,
    meanUs: roundUs(mean),
  }));
  if (found.mean === null || found.deviation === null) {
    notes.push(`not available: ${form.id} has no answer for some of the paths that packets take`);
    return { ...unknown, outcomes, notes };
  }
  const atReference = (packetBytes ?? referenceBytesOf(device)) === referenceBytesOf(device);
  const bias = expectedCost(walks, biasCost(device), probabilities)?.mean ?? null;
  const interval =
    atReference && bias !== null && errorUs !== null
      ? intervalsAround(device, found.mean, bias, errorUs)
      : null;
  if (interval?.meanLowUs == null)
    notes.push(
      errorUs === null
        ? "no interval: the cost of an extern, or its error, is not known"
        : "no interval: the fit error is not published for this device and packet size",
    );
  return {
    meanUs: roundUs(found.mean),
    meanLowUs: interval?.meanLowUs ?? null,
    meanHighUs: interval?.meanHighUs ?? null,
    lowUs: interval?.lowUs ?? null,
    highUs: interval?.highUs ?? null,
    spreadUs: roundUs(found.deviation),
    outcomes,
    notes,
  };
}
