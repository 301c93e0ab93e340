export { IncidentBadge } from "./IncidentBadge.tsx";

export { useIncidents } from "./useSystem.ts";
