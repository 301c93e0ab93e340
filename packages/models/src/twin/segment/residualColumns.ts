import { z } from "zod";
import { Histogram } from "../../telemetry/index.ts";
import type { HeldWindow } from "../replay/holdAgainst.ts";
import { column } from "./series.ts";
import type { Bucket } from "./windows.ts";

/** Windows beside their predictions, as columns, oldest first. */
export const residualColumnsSchema = z.object({
  startMs: z.array(z.number()),
  count: z.array(z.number()),
  meanUs: column,
  p50Us: column,
  predictedUs: column,
  lowUs: column,
  highUs: column,
  residualUs: column,
  residualShare: column,
});
type Columns = z.infer<typeof residualColumnsSchema>;

/** Windows beside their predictions as columns; neighbours are put together until there are at most `maxPoints`. */
export function residualColumns(
  buckets: readonly Bucket[],
  held: readonly HeldWindow[],
  maxPoints: number,
): Columns {
  const columns: Columns = {
    startMs: [],
    count: [],
    meanUs: [],
    p50Us: [],
    predictedUs: [],
    lowUs: [],
    highUs: [],
    residualUs: [],
    residualShare: [],
  };
  const size = Math.max(1, Math.ceil(buckets.length / maxPoints));
  const merged = new Histogram();
  for (let start = 0; start < buckets.length; start += size) {
    merged.reset();
    const group = buckets.slice(start, start + size);
    for (const bucket of group) merged.merge(bucket.histogram);
    const predictions = held.slice(start, start + size);
    const meanOf = (key: "predictedUs" | "lowUs" | "highUs"): number | null => {
      const known = predictions.flatMap((h) => h[key] ?? []);
      return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
    };
    const [meanUs, predictedUs] = [merged.meanUs(), meanOf("predictedUs")];
    const residualUs = meanUs === null || predictedUs === null ? null : meanUs - predictedUs;
    columns.startMs.push(group[0]?.startMs ?? 0);
    columns.count.push(merged.count);
    columns.meanUs.push(meanUs);
    columns.p50Us.push(merged.quantileUs(0.5));
    columns.predictedUs.push(predictedUs);
    columns.lowUs.push(meanOf("lowUs"));
    columns.highUs.push(meanOf("highUs"));
    columns.residualUs.push(residualUs);
    columns.residualShare.push(residualUs === null || !predictedUs ? null : residualUs / predictedUs);
  }
  return columns;
}
