import { DomainError } from "../errors.ts";

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
/** Errors wrap errors: no more than this many, so that a circle ends. */
const MAX_DEPTH = 8;

/**
 * Does this error say that the connection to the database broke, could not be made or was not free? Looks
 * through what wraps it.
 */
export function isDatabaseLost(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return false;
  const at = (name: string): unknown => Reflect.get(error, name);
  const names = [at("code"), at("originalCode"), at("kind")].filter((name) => typeof name === "string");
  if (names.some((name) => CODES.has(name) || SQL_STATE.test(name))) return true;
  if (error instanceof Error && WORDS.test(error.message)) return true;
  const inner = [at("cause"), at("meta"), at("driverAdapterError")];
  return inner.some((one) => isDatabaseLost(one, depth + 1));
}
