export {
  type ColumnBlock,
  type ColumnBuffer,
  type ColumnSource,
  type ColumnView,
  createColumnBuffer,
  staticSource,
} from "./columnBuffer.ts";
export type { SeriesEvent } from "./drawOverlays.ts";
export { LiveSeries, type LiveSeriesProps } from "./LiveSeries.tsx";
export { type LineSpec, QUANTILE_LINES } from "./lines.ts";
export type { Band } from "./plotOptions.ts";
