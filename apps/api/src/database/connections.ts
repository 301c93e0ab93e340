import type { ProcessRole } from "../roles.ts";

/** Connections that the embedded PostgreSQL takes (our choice). */
export const MAX_CONNECTIONS = 60;

/**
 * Connections of the two pools of a process, each, by its role (our choices): the parts of the one-command default stay
 * together below what the embedded PostgreSQL takes.
 */
export const POOL_SIZES: Record<ProcessRole, number> = { http: 10, collector: 3, writer: 4, jobs: 6 };
