export { ProgramsPage } from "./ProgramsPage.tsx";
