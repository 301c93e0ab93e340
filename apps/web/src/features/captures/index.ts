export { ReplayNote } from "./ReplayNote.tsx";
