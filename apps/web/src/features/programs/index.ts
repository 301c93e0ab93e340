export { useAnalysis } from "./model/useAnalysis.ts";

export { programName } from "./sources.ts";
