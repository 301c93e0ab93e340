export { ComparePage } from "./compare/ComparePage.tsx";
export { EditScenarioPage, ScenarioEditor } from "./EditScenarioPage.tsx";
export { ObjectiveFields } from "./ObjectiveFields.tsx";
export { ScenarioPage } from "./ScenarioPage.tsx";
export { ScenariosPage } from "./ScenariosPage.tsx";
