import type { Db } from "./client.ts";

/** The database and the workspace that every store works in. */
export type Scope = { db: Db; workspaceId: string };
