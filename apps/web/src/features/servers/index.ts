export { ServersPage } from "./ServersPage.tsx";
