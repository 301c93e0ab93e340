/** What a process does. One process does all of it by default; beyond one machine, each role scales alone. */
export const processRoles = ["http", "collector", "writer", "jobs"] as const;
export type ProcessRole = (typeof processRoles)[number];
