export { EnginesPage } from "./EnginesPage.tsx";
