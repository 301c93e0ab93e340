import { BITS_PER_BYTE } from "../../core/index.ts";
import { fixedDelay } from "./delays.ts";
import { around, type DelayPrediction, type PredictedTerm, unknownPrediction } from "./prediction.ts";

export type LinkProfile = {
  label: string;
  /** propagation */
  delayUs: number | null;
  /** null: serialisation is not counted */
  gbps: number | null;
  packetBytes: number | null;
};

/** A link: propagation and serialisation, both fixed. Unknown where no delay is stated. */
export function predictLink({ label, delayUs, gbps, packetBytes }: LinkProfile): DelayPrediction {
  if (delayUs === null) return unknownPrediction(`${label}: no delay of the link is stated`);
  const fixed = (name: string, us: number): PredictedTerm => ({
    label: name,
    us,
    kind: "link",
    lowUs: us,
    highUs: us,
  });
  const terms = [fixed("link", delayUs)];
  const notes: string[] = [];
  if (gbps !== null && packetBytes !== null)
    terms.push(fixed("serialisation", (packetBytes * BITS_PER_BYTE) / (gbps * 1e3)));
  else if (gbps !== null) notes.push(`${label}: no packet size is known, so serialisation is not counted`);
  const meanUs = terms.reduce((sum, { us }) => sum + us, 0);
  return { ...around(meanUs, [], fixedDelay(meanUs)), terms, notes };
}
