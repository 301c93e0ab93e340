export { TwinPage } from "./TwinPage.tsx";
export { TwinsPage } from "./TwinsPage.tsx";
