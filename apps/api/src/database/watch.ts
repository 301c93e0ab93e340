import pg from "pg";
import { z } from "zod";
import type { Component } from "../components.ts";
import type { DomainError } from "../errors.ts";
import { databaseAway, isDatabaseLost } from "./lost.ts";

export type DatabaseWatchConfig = {
  everyMs: number;
  /** no answer for this long is silence: shorter than a person waits for a page (our choice) */
  timeoutMs: number;
  /** the size is asked for less often: the server walks its files for it */
  sizeEveryMs: number;
};
export const defaultDatabaseWatchConfig: DatabaseWatchConfig = {
  everyMs: 1_000,
  timeoutMs: 2_000,
  sizeEveryMs: 30_000,
};

/** What one look at the database found. Unknown is null. */
export type DatabaseLook = {
  state: "ok" | "unreachable" | "silent" | "full" | "read-only";
  /** what the server or the connection said, when something was wrong */
  reason: string | null;
  /** connections that the server ended since the probe began, and what it said the last time */
  cuts: number;
  lastCut: { monotonicMs: number; reason: string } | null;
  version: string | null;
  latencyMs: number | null;
  connections: { used: number; max: number } | null;
  sizeBytes: number | null;
  serverStartedMs: number | null;
};

const QUERY = `SELECT current_setting('server_version') AS version,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max,
  (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
  pg_postmaster_start_time() AS started,
  current_setting('default_transaction_read_only') = 'on' OR pg_is_in_recovery() AS read_only`;
const answerSchema = z.object({
  version: z.string(),
  max: z.number(),
  used: z.number(),
  started: z.date(),
  read_only: z.boolean(),
});
const sizeSchema = z.object({ bytes: z.coerce.number() });

/** SQLSTATE 53300: every connection is taken. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "53300";
const wordsOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  return error instanceof Error && error.message !== "" ? error.message : String(error);
};

class Silent extends Error {}

export type DatabaseWatch = Component & {
  /** The last look; null before the first. Never waits. */
  look(): DatabaseLook | null;
  /** Did the database answer the last look? Never waits. */
  answers(): boolean;
  /**
   * The result of `work`; rejects with `unavailable` while the database does not answer, and when it stops answering
   * meanwhile.
   */
  whileAnswering<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Looks at the database once a second over a connection of its own: it answers also when all others are in use. Health
 * checks, metrics, pages and incidents read what it found, so that none of them hangs with the database.
 */
export function createDatabaseWatch(
  url: string,
  config: DatabaseWatchConfig = defaultDatabaseWatchConfig,
): DatabaseWatch {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;
  let sizeAskedMs = Number.NEGATIVE_INFINITY;
  let look: DatabaseLook | null = null;
  let cuts = 0;
  let lastCut: DatabaseLook["lastCut"] = null;
  let serverStartedMs: number | null = null;
  let sizeBytes: number | null = null;
  let answers = false;
  const waiting = new Set<(error: DomainError) => void>();

  const note = (found: DatabaseLook): void => {
    look = found;
    answers = found.latencyMs !== null;
    if (answers) return;
    for (const reject of waiting) reject(databaseAway());
    waiting.clear();
  };

  const cut = (reason: string): void => {
    cuts++;
    lastCut = { monotonicMs: performance.now(), reason };
  };

  const within = async <T>(work: Promise<T>): Promise<T> => {
    const wait = new AbortController();
    const late = new Promise<never>((_resolve, reject) => {
      const alarm = setTimeout(
        () => reject(new Silent(`no answer within ${config.timeoutMs / 1_000} s`)),
        config.timeoutMs,
      );
      wait.signal.addEventListener("abort", () => clearTimeout(alarm));
    });
    // who comes too late has no listener
    work.catch(() => {});
    return Promise.race([work, late]).finally(() => wait.abort());
  };

  const connected = async (): Promise<pg.Client> => {
    if (client) return client;
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2 * config.timeoutMs,
      application_name: "p4twin watch",
    });
    made.on("error", (error) => {
      if (client === made) cut(wordsOf(error));
      client = client === made ? null : client;
    });
    try {
      await within(made.connect());
    } catch (error) {
      drop(made);
      throw error;
    }
    client = made;
    return made;
  };

  /** A server that hangs does not answer a goodbye either. */
  const drop = (of: pg.Client): void => {
    if (client === of) client = null;
    void of.end().catch(() => {});
  };

  const lookOnce = async (again = false): Promise<DatabaseLook> => {
    const begun = performance.now();
    const known = { version: look?.version ?? null, connections: look?.connections ?? null, sizeBytes };
    const wrong = (state: DatabaseLook["state"], reason: string): DatabaseLook => ({
      ...{ state, reason, cuts, lastCut, ...known, latencyMs: null, serverStartedMs },
    });
    let own: pg.Client | null = null;
    try {
      own = await connected();
      const { rows } = await within(own.query(QUERY));
      const { version, max, used, started, read_only } = answerSchema.parse(rows[0]);
      const latencyMs = performance.now() - begun;
      if (serverStartedMs !== null && started.getTime() !== serverStartedMs)
        cut("the database server was restarted");
      serverStartedMs = started.getTime();
      if (begun - sizeAskedMs > config.sizeEveryMs) {
        sizeAskedMs = begun;
        const size = await within(own.query("SELECT pg_database_size(current_database())::text AS bytes"));
        sizeBytes = sizeSchema.parse(size.rows[0]).bytes;
      }
      const answer = {
        cuts,
        lastCut,
        version,
        latencyMs,
        connections: { used, max },
        sizeBytes,
        serverStartedMs,
      };
      if (used >= max) return { state: "full", reason: `${used} of ${max} connections are taken`, ...answer };
      if (read_only) return { state: "read-only", reason: "the server takes no writes", ...answer };
      return { state: "ok", reason: null, ...answer };
    } catch (error) {
      const wasOpen = own !== null && !(error instanceof Silent);
      // a connection that died with the question says nothing of the server
      if (wasOpen && client === own) cut(wordsOf(error));
      if (own) drop(own);
      if (wasOpen && !again) return lookOnce(true);
      if (error instanceof Silent && !again && !stopped) {
        // a process that was held up itself believes that it waited for the database
        look = wrong("silent", wordsOf(error));
        return lookOnce(true);
      }
      if (isFull(error)) return wrong("full", wordsOf(error));
      return wrong(error instanceof Silent ? "silent" : "unreachable", wordsOf(error));
    }
  };

  const next = (): void => {
    running = lookOnce()
      .then(note)
      .finally(() => {
        if (!stopped) timer = setTimeout(next, config.everyMs);
      });
  };

  return {
    name: "database watch",
    async start() {
      stopped = false;
      next();
      await running;
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
      if (client) drop(client);
    },
    look: () => look,
    answers: () => answers,
    async whileAnswering(work) {
      if (!answers) throw databaseAway();
      let reject: (error: DomainError) => void = () => {};
      const lost = new Promise<never>((_, fail) => {
        reject = fail;
      });
      waiting.add(reject);
      try {
        return await Promise.race([work(), lost]);
      } catch (error) {
        throw isDatabaseLost(error) ? databaseAway() : error;
      } finally {
        waiting.delete(reject);
      }
    },
  };
}
