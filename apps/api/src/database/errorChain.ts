/** Errors wrap errors: no more than this many, so that a circle ends. */
const MAX_DEPTH = 8;

/** An error and all that it wraps, as pg, Prisma and its driver wrap each other's. */
export function* errorChain(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return;
  yield error;
  for (const name of ["cause", "meta", "driverAdapterError"])
    yield* errorChain(Reflect.get(error, name), depth + 1);
}

/** What pg (SQLSTATE), Prisma and its driver call the error by. */
export const codesOf = (error: object): string[] =>
  ["code", "originalCode", "kind"]
    .map((name) => Reflect.get(error, name))
    .filter((code) => typeof code === "string");
