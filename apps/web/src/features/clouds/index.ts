export { CloudCanvas } from "./CloudCanvas.tsx";
export { CloudEditor } from "./CloudEditor.tsx";
export { CloudPage } from "./CloudPage.tsx";
export { CloudsPage } from "./CloudsPage.tsx";
