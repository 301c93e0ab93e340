export { DocsPage } from "./DocsPage.tsx";
export { type DocPage, readDocs } from "./readDocs.ts";
