import pg from "pg";
import type { Component } from "../components.ts";
import type { DomainError } from "../errors.ts";
import { databaseAway, isDatabaseLost } from "./lost.ts";

/** All our choice: a busy database answers within seconds, one that hangs never does. */
export const defaultProbeConfig = { everyMs: 1_000, answerMs: 2_000 };

export type DatabaseProbe = Component & {
  /** What is known from the last look: never waits. */
  answers(): boolean;
  /**
   * The result of `work`; rejects with `unavailable` while the database does not answer, and when it stops
   * answering meanwhile.
   */
  whileAnswering<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Asks the database the simplest question once a second, on a connection of its own: it is there also when
 * all others are in use. Health checks, metrics and the API read what it found, so that none of them hangs
 * with the database.
 */
export function createDatabaseProbe(
  url: string,
  { everyMs, answerMs }: typeof defaultProbeConfig = defaultProbeConfig,
): DatabaseProbe {
  let client: pg.Client | null = null;
  let answers = false;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const waiting = new Set<(error: DomainError) => void>();

  const note = (now: boolean): void => {
    answers = now;
    if (now) return;
    for (const reject of waiting) reject(databaseAway());
    waiting.clear();
  };
  const drop = (): void => {
    const dropped = client;
    client = null;
    // with a question under way this cuts the connection: a hung server would not answer a farewell
    dropped?.end().catch(() => {});
  };
  const ask = async (): Promise<void> => {
    if (!client) {
      const fresh = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: answerMs,
        query_timeout: answerMs,
        application_name: "p4twin probe",
      });
      // the next question finds out
      fresh.on("error", () => {});
      client = fresh;
      await fresh.connect();
    }
    await client.query("SELECT 1");
  };
  const tryToAsk = (): Promise<boolean> =>
    ask().then(
      () => true,
      () => {
        drop();
        return false;
      },
    );
  const look = async (): Promise<void> => {
    // twice: a connection may break, and a process that was held up itself believes that it waited for the database
    const answered = (await tryToAsk()) || (!stopped && (await tryToAsk()));
    note(answered);
    if (!stopped) timer = setTimeout(look, everyMs);
  };

  return {
    name: "database probe",
    start: look,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      drop();
    },
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
