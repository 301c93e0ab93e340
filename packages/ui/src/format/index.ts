export {
  chooseLatencyUnit,
  formatLatency,
  formatLatencyDelta,
  formatLatencyInterval,
  formatLatencyRange,
  formatLatencyWithUnit,
  formatPredicted,
  LATENCY_UNIT_LABEL,
  type LatencyIntervals,
  type LatencyUnit,
} from "./latency.ts";
export {
  formatBytes,
  formatCount,
  formatCountExact,
  formatGbps,
  formatPercent,
  formatPercentDelta,
  formatRate,
} from "./quantity.ts";
export { formatPublished, formatSigned, formatSignificant, MISSING } from "./significant.ts";
export { formatClock, formatDateTime, formatDuration, formatRelativeTime } from "./time.ts";
export { formatWords } from "./words.ts";
