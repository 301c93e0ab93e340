export { ProgramPage } from "./ProgramPage.tsx";
export { ProgramsPage } from "./ProgramsPage.tsx";
