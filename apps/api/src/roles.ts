/**
 * What a process does. One process does all of it by default; beyond one machine, each role scales alone:
 * `http` pages, API and live streams; `collector` sockets and windows; `writer` windows into PostgreSQL,
 * roll-ups and retention; `jobs` solvers and alarms.
 */
export const processRoles = ["http", "collector", "writer", "jobs"] as const;
export type ProcessRole = (typeof processRoles)[number];

/** Roles that other processes must have, so that all is done. */
export const missingRoles = (roles: ReadonlySet<ProcessRole>): ProcessRole[] =>
  processRoles.filter((role) => !roles.has(role));
