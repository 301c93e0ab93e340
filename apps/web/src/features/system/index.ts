export { IncidentBadge } from "./IncidentBadge.tsx";
export { SystemPage } from "./SystemPage.tsx";
export { type Incident, useIncidents } from "./useSystem.ts";
