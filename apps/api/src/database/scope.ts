import type { Db } from "./client.ts";

/** The database and the workspace that every store works in. */
export type Scope = { db: Db; workspaceId: string };

/**
 * Like `Scope`; null: all workspaces, for what serves every one of them (collector, alarms, deliveries).
 * Never for a request.
 */
export type WideScope = { db: Db; workspaceId: string | null };

/** The filter of a `WideScope`. */
export const within = (workspaceId: string | null): { workspaceId?: string } =>
  workspaceId === null ? {} : { workspaceId };
