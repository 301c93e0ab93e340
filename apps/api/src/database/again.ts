import { setTimeout as sleep } from "node:timers/promises";
import { codesOf, errorChain } from "./errorChain.ts";

/** Tries and the first wait (our choice): two that met once seldom meet again after a wait of chance. */
const TRIES = 6;
const WAIT_MS = 20;

/** SQLSTATE of a deadlock and of a write conflict; Prisma's code for both. */
const CONFLICTS = new Set(["40P01", "40001", "P2034"]);

function isWriteConflict(error: unknown): boolean {
  for (const one of errorChain(error)) if (codesOf(one).some((code) => CONFLICTS.has(code))) return true;
  return false;
}

/**
 * Runs `work` once more when the database took all of it back in favour of another transaction. So `work` changes
 * nothing outside the database. Throws every other error, and the conflict that stays after six tries.
 */
export async function againOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !isWriteConflict(error)) throw error;
      await sleep(WAIT_MS * 2 ** tried * Math.random());
    }
  }
}
