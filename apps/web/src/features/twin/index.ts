export { BranchesPage } from "./BranchesPage.tsx";
export { RefitPage } from "./RefitPage.tsx";
export { ReplayPage } from "./ReplayPage.tsx";
export { TwinPage } from "./TwinPage.tsx";
export { TwinsPage } from "./TwinsPage.tsx";
