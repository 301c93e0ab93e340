export { ExplorePage } from "./ExplorePage.tsx";
export { MapPage } from "./MapPage.tsx";
