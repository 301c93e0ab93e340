export { StudyPage } from "./StudyPage.tsx";
