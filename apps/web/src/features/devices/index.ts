export { DevicePage } from "./DevicePage.tsx";
export { DevicesPage } from "./DevicesPage.tsx";
