export { VoidedWindows } from "./VoidedWindows.tsx";
export { VoidWindowsButton } from "./VoidWindowsButton.tsx";
