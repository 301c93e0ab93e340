export { ChainEditor, ChainPage } from "./ChainPage.tsx";
export { ChainsPage } from "./ChainsPage.tsx";
