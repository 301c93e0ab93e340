export { IncidentBadge } from "./IncidentBadge.tsx";
export { SystemPage } from "./SystemPage.tsx";
export { useIncidents } from "./useSystem.ts";
