import { DomainError } from "../errors.ts";
import { codesOf, errorChain } from "./errorChain.ts";

const RETRY_S = 5;

/** What callers hear while the database is away. */
export const databaseAway = (): DomainError =>
  new DomainError(
    "unavailable",
    "The database does not answer. Reports are still received; try again in a few seconds.",
    [],
    RETRY_S,
  );

/** Of the network, of Prisma, and kinds of its driver. */
const CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  ...["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"],
  ...["ConnectionClosed", "DatabaseNotReachable", "TooManyConnections", "SocketTimeout"],
]);
/** SQLSTATE: connection exceptions, a server that shuts down, crashed or starts, no connection left. */
const SQL_STATE = /^(08...|57P0[123]|53300)$/;
/** pg has no code for these. */
const WORDS = /^Connection terminated|^timeout exceeded when trying to connect$|^Query read timeout$/;

/**
 * Does this error say that the connection to the database broke, could not be made or was not free? Looks
 * through what wraps it.
 */
export function isDatabaseLost(error: unknown): boolean {
  for (const one of errorChain(error)) {
    if (codesOf(one).some((code) => CODES.has(code) || SQL_STATE.test(code))) return true;
    if (one instanceof Error && WORDS.test(one.message)) return true;
  }
  return false;
}
