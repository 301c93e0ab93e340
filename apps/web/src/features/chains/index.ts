export { ChainEditor, ChainPage } from "./ChainPage.tsx";
export { ChainsPage } from "./ChainsPage.tsx";
export { chainLine } from "./chainForm.ts";
