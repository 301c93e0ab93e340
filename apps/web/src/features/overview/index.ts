export { useOverview } from "./useOverview.ts";
export { verdictCounts } from "./verdictCounts.ts";
