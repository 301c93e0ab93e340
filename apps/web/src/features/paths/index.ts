export { PathsPage } from "./PathsPage.tsx";
export { PathsTable } from "./PathsTable.tsx";
