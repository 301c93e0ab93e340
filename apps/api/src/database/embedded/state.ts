/** What the embedded PostgreSQL does, and why it was started again last. */
export type PostgresState = {
  phase: "stopped" | "starting" | "running" | "restarting";
  sinceMs: number;
  /** since P4Twin started */
  restarts: number;
  lastLoss: { atMs: number; cause: string } | null;
};
