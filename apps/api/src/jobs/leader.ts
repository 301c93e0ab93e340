import type { Pool, PoolClient } from "pg";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";

const defaultLeaderConfig = { tryEveryMs: 2_000 };

/**
 * Runs `work` in one process of all that share the database: the one that holds the advisory lock `key`. Its
 * connection is its life: when that breaks, the lock is free, the work stops here and begins in whichever
 * process takes the lock next.
 */
export function createLeader(
  { name, key }: { name: string; key: number },
  { pool, work, log }: { pool: Pool; work: Component; log: Log },
  config = defaultLeaderConfig,
): Component & { leads(): boolean } {
  let held: PoolClient | null = null;
  let timer: NodeJS.Timeout | null = null;
  let turn: Promise<void> = Promise.resolve();
  let stopping = false;

  const lose = async (client: PoolClient, reason: Error): Promise<void> => {
    if (held !== client) return;
    held = null;
    log.warn({ reason: reason.message }, `${name} end here: the connection to the database broke`);
    client.release(reason);
    await work.stop();
  };

  const tryOnce = async (): Promise<void> => {
    if (stopping) return;
    if (held) {
      // a connection that nobody uses may be dead without saying so
      const client = held;
      await client.query("SELECT 1").catch((error: Error) => lose(client, error));
      return;
    }
    const client = await pool.connect();
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [key]);
    if (!rows[0]?.mine) {
      client.release();
      return;
    }
    client.on("error", (error) => {
      turn = turn.then(() => lose(client, error));
    });
    held = client;
    try {
      await work.start();
      log.info(`${name} run in this process`);
    } catch (error) {
      held = null;
      client.release(true);
      throw error;
    }
  };
  const next = (): Promise<void> => {
    turn = turn.then(tryOnce).catch((error: unknown) => log.debug({ error }, `${name} wait`));
    return turn;
  };

  return {
    name,
    leads: () => held !== null,
    async start() {
      await next();
      timer = setInterval(() => void next(), config.tryEveryMs);
    },
    async stop() {
      stopping = true;
      if (timer) clearInterval(timer);
      await turn;
      const client = held;
      held = null;
      if (!client) return;
      await work.stop();
      // closed, not handed back: the lock belongs to the connection
      client.release(true);
    },
  };
}
