import type { Diagnostic } from "@p4twin/models/core";
import { hasErrors } from "@p4twin/models/core";
import {
  type DeviceProfile,
  type FitResult,
  fitObstacle,
  fitProfile,
  type Measurement,
  parseMeasurements,
} from "@p4twin/models/device";

export type FitDraft = {
  measurements: readonly Measurement[];
  diagnostics: readonly Diagnostic[];
  /** null when the measurements cannot be fitted; `obstacle` says why */
  fit: FitResult | null;
  obstacle: string | null;
};

/** Reads and fits pasted measurements; costs they cannot tell are those of `like`. */
export function fitDraft(text: string, fileName: string, like: DeviceProfile | null): FitDraft {
  const { measurements, diagnostics } = parseMeasurements(text, fileName);
  if (hasErrors(diagnostics)) return { measurements, diagnostics, fit: null, obstacle: null };
  const obstacle = fitObstacle(measurements);
  if (obstacle !== null) return { measurements, diagnostics, fit: null, obstacle };
  const costs = like?.linear?.slopesUs;
  const given = costs
    ? Object.fromEntries(Object.entries(costs).map(([construct, { value }]) => [construct, value]))
    : {};
  return { measurements, diagnostics, fit: fitProfile(measurements, { given }), obstacle: null };
}

/**
 * A table to begin with: each construct swept alone, as the thesis measures them (Sec. 4.2.2). The latencies
 * are made up.
 */
export const EXAMPLE = `# parse and table are raw counts: the base program has one of each. The latencies here are made up.
parse,modify,copy,remove,add,table,packetBytes,latencyUs
1,0,0,0,0,1,1500,7.46
2,0,0,0,0,1,1500,7.55
4,0,0,0,0,1,1500,7.79
6,0,0,0,0,1,1500,8.01
1,1,0,0,0,1,1500,7.93
1,2,0,0,0,1,1500,8.47
1,4,0,0,0,1,1500,9.44
1,0,1,0,0,1,1500,7.74
1,0,3,0,0,1,1500,8.27
1,0,0,1,0,1,1500,8.90
1,0,0,2,0,1,1500,10.29
1,0,0,0,1,1,1500,9.02
1,0,0,0,2,1,1500,10.65
1,0,0,0,0,3,1500,8.17
1,0,0,0,0,5,1500,8.95
1,0,0,0,0,1,64,5.92
4,2,0,0,0,3,64,8.05
`;
