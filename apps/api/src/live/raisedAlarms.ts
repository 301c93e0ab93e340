import type { Pool } from "pg";
import type { Component } from "../components.ts";

const EVERY_MS = 1_000;
const key = (deploymentId: string, segmentId: string): string => `${deploymentId}/${segmentId}`;

/**
 * Which alarms are up, for a process that does not step them itself: those whose event is open. A second
 * behind at most.
 */
export function createRaisedAlarms(pool: Pool): Component & {
  raised(deploymentId: string, segmentId: string): boolean;
} {
  let open = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ deployment_id: string; segment_id: string }>(
      "SELECT deployment_id, segment_id FROM event WHERE closed_at IS NULL",
    );
    open = new Set(rows.map((r) => key(r.deployment_id, r.segment_id)));
  };
  const lookOnce = (): void => {
    // while the database is away the last answer stays
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = null;
      });
  };
  return {
    name: "raised alarms",
    raised: (deploymentId, segmentId) => open.has(key(deploymentId, segmentId)),
    async start() {
      lookOnce();
      await looking;
      timer = setInterval(lookOnce, EVERY_MS);
    },
    async stop() {
      if (timer) clearInterval(timer);
      await looking;
    },
  };
}
