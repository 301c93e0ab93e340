import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countedFeatures, fitProfile, type Measurement } from "../../src/device/index.ts";
import { createCalibration } from "../../src/twin/replay/calibration.ts";
import { inRange, meanOf, percent, type Row } from "./row.ts";

/** Packets of a window: a tenth of a second of the measured traffic. */
const WINDOW = 30;

/**
 * Windows of a real switch in the order of its starts, each predicted from the other programs: how many lie inside the
 * interval that is calibrated on the windows before.
 */
export function windowRow(folder: string, kind: "quiet" | "busy", runs: readonly Measurement[]): Row {
  const predicted = new Map<string, number>();
  for (const { program, counts } of runs) {
    if (!program || predicted.has(program)) continue;
    const fit = fitProfile(runs.filter((each) => each.program !== program));
    predicted.set(program, fit.predict(countedFeatures(counts), null)?.us ?? Number.NaN);
  }
  const [, ...lines] = readFileSync(join(folder, `${kind}.csv`), "utf8")
    .trim()
    .split("\n");
  const starts = new Map<number, { program: string; us: number[] }>();
  for (const line of lines) {
    const [order, program, , , us] = line.split(",");
    const start = starts.get(Number(order)) ?? { program: program!, us: [] };
    start.us.push(Number(us));
    starts.set(Number(order), start);
  }
  const calibration = createCalibration();
  let [inside, judged] = [0, 0];
  for (const [, { program, us }] of [...starts].sort(([a], [b]) => a - b))
    for (let i = 0; i + WINDOW <= us.length; i += WINDOW) {
      const share = meanOf(us.slice(i, i + WINDOW)) / (predicted.get(program) ?? Number.NaN) - 1;
      if (Number.isNaN(share)) continue;
      const half = calibration.halfShare();
      if (half !== null) {
        judged++;
        if (Math.abs(share) <= half) inside++;
      }
      calibration.add(share);
    }
  return {
    what: `real BMv2, ${kind}: windows inside the interval calibrated on those before`,
    reference: "90 to 98 %",
    ours: percent(inside / judged),
    holds: inRange(inside / judged, 0.9, 0.98),
  };
}
