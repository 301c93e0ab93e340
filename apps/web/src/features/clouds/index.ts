export { CloudCanvas } from "./CloudCanvas.tsx";
