export { DevicePage } from "./DevicePage.tsx";
export { DevicesPage } from "./DevicesPage.tsx";
export { FitPage } from "./FitPage.tsx";
