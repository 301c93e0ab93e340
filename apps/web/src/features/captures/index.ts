export { CapturePage } from "./CapturePage.tsx";
export { CapturesPage } from "./CapturesPage.tsx";
export { ReplayNote } from "./ReplayNote.tsx";
