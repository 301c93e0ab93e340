import type { Prediction } from "@p4twin/models/twin";
import type { LatencyIntervals } from "@p4twin/ui/format";

/** A prediction of the twin, which has the ends of a packet beside its spread, as tables show it. */
export const predictedOf = ({
  meanUs,
  lowUs,
  highUs,
  packet,
}: Pick<Prediction, "meanUs" | "lowUs" | "highUs"> & {
  packet?: { lowUs: number; highUs: number } | null | undefined;
}): LatencyIntervals & { us: number | null } => ({
  us: meanUs,
  meanLowUs: lowUs,
  meanHighUs: highUs,
  lowUs: packet?.lowUs ?? null,
  highUs: packet?.highUs ?? null,
});

/** Of answers that may carry none: those of before, and of engines that state none. */
export const givenIntervals = (
  of: { [end in keyof LatencyIntervals]?: number | null | undefined } | null | undefined,
): LatencyIntervals => ({
  meanLowUs: of?.meanLowUs ?? null,
  meanHighUs: of?.meanHighUs ?? null,
  lowUs: of?.lowUs ?? null,
  highUs: of?.highUs ?? null,
});
