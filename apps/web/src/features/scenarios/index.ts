export { ObjectiveFields } from "./ObjectiveFields.tsx";
