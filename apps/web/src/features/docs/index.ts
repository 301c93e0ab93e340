export { DocsPage } from "./DocsPage.tsx";
export { readDocs } from "./readDocs.ts";
