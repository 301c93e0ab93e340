export { deploymentVerdicts } from "./deploymentVerdicts.ts";
export { useOverview } from "./useOverview.ts";
export { verdictCounts } from "./verdictCounts.ts";
