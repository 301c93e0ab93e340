export { useAnalysis } from "./model/useAnalysis.ts";
export { ProgramPage } from "./ProgramPage.tsx";
export { ProgramsPage } from "./ProgramsPage.tsx";
export { programName } from "./sources.ts";
