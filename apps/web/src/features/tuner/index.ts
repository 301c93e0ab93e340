export { TunerPage } from "./TunerPage.tsx";
