export { LatencyControlPage } from "./LatencyControlPage.tsx";
export { StudyPage } from "./StudyPage.tsx";
