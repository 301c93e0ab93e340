export {
  type ColumnBuffer,
  createColumnBuffer,
  staticSource,
} from "./columnBuffer.ts";
export type { SeriesEvent } from "./drawOverlays.ts";
export { LiveSeries } from "./LiveSeries.tsx";
export type { LineSpec } from "./lines.ts";
