import { significantText } from "../core/index.ts";
import type { DeviceProfile } from "../device/index.ts";

/**
 * What many flows add to the latency of a lookup (us), and how far off that may be; unknown effects are null
 * with a note.
 */
export type FlowCountEffect = {
  addedUs: number;
  belowUs: number | null;
  aboveUs: number | null;
  notes: string[];
};

/** The measured case of many flows (thesis Table 3.2, RmaxF1k). */
const MANY_FLOWS = 1000;

/**
 * Effect of the number of flows (thesis Sec. 3.3.2): nothing with one flow, the published addition from a
 * thousand on; between the two nothing is published, so the addition grows with the logarithm of the number
 * (our choice) and may be anything from none to all of it. `null` when the profile publishes no such case.
 */
export function flowCountEffect(profile: DeviceProfile, flows: number): FlowCountEffect | null {
  const added = profile.flowScaling.find(
    (each) => each.rules === "max" && each.flows === "thousand",
  )?.addedUs;
  if (!added) return null;
  const fullUs = added.value;
  if (flows <= 1) return { addedUs: 0, belowUs: 0, aboveUs: 0, notes: [] };
  if (flows >= MANY_FLOWS || fullUs === 0) return { addedUs: fullUs, belowUs: 0, aboveUs: 0, notes: [] };
  const addedUs = (fullUs * Math.log(flows)) / Math.log(MANY_FLOWS);
  return {
    addedUs,
    belowUs: addedUs,
    aboveUs: fullUs - addedUs,
    notes: [
      `between 1 and ${MANY_FLOWS} flows ${profile.id} publishes no latency: ${flows} flows are taken to add ${significantText(addedUs, 2)} of ${fullUs} us`,
    ],
  };
}
