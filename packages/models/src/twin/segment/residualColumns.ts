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
  p95Us: column,
  p99Us: column,
  predictedUs: column,
  lowUs: column,
  highUs: column,
  predictedP50Us: column,
  predictedP95Us: column,
  predictedP99Us: column,
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
    ...{ startMs: [], count: [], meanUs: [], p50Us: [], p95Us: [], p99Us: [] },
    ...{ predictedUs: [], lowUs: [], highUs: [] },
    ...{ predictedP50Us: [], predictedP95Us: [], predictedP99Us: [] },
    ...{ residualUs: [], residualShare: [] },
  };
  const size = Math.max(1, Math.ceil(buckets.length / maxPoints));
  const merged = new Histogram();
  for (let start = 0; start < buckets.length; start += size) {
    merged.reset();
    const group = buckets.slice(start, start + size);
    for (const bucket of group) merged.merge(bucket.histogram);
    const predictions = held.slice(start, start + size);
    const meanOf = (of: (window: HeldWindow) => number | null | undefined): number | null => {
      const known = predictions.flatMap((h) => of(h) ?? []);
      return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
    };
    const [meanUs, predictedUs] = [merged.meanUs(), meanOf((h) => h.predictedUs)];
    const residualUs = meanUs === null || predictedUs === null ? null : meanUs - predictedUs;
    columns.startMs.push(group[0]?.startMs ?? 0);
    columns.count.push(merged.count);
    columns.meanUs.push(meanUs);
    columns.p50Us.push(merged.quantileUs(0.5));
    columns.p95Us.push(merged.quantileUs(0.95));
    columns.p99Us.push(merged.quantileUs(0.99));
    columns.predictedP50Us.push(meanOf((h) => h.packet?.p50Us));
    columns.predictedP95Us.push(meanOf((h) => h.packet?.p95Us));
    columns.predictedP99Us.push(meanOf((h) => h.packet?.p99Us));
    columns.predictedUs.push(predictedUs);
    columns.lowUs.push(meanOf((h) => h.lowUs));
    columns.highUs.push(meanOf((h) => h.highUs));
    columns.residualUs.push(residualUs);
    columns.residualShare.push(residualUs === null || !predictedUs ? null : residualUs / predictedUs);
  }
  return columns;
}
