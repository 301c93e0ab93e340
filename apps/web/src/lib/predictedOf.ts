import type { Prediction } from "@p4twin/models/twin";
import type { LatencyIntervals } from "@p4twin/ui/format";

/** A prediction of the twin as tables show it: there the ends of the mean stand alone, those of a packet with its spread. */
export const predictedOf = ({
  meanUs,
  lowUs,
  highUs,
  packet,
}: Pick<Prediction, "meanUs" | "lowUs" | "highUs"> & {
  packet: { lowUs: number; highUs: number } | null;
}): LatencyIntervals & { us: number | null } => ({
  us: meanUs,
  meanLowUs: lowUs,
  meanHighUs: highUs,
  lowUs: packet?.lowUs ?? null,
  highUs: packet?.highUs ?? null,
});
