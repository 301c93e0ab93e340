export { EnginePage, NewEnginePage } from "./EnginePage.tsx";
export { EnginesPage } from "./EnginesPage.tsx";
