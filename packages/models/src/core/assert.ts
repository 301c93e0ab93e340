/** Thrown when an invariant of our own code is broken: always a bug, never a user's mistake. */
export class InvariantError extends Error {
  override name = "InvariantError";
}

/** Throws `InvariantError` when `condition` does not hold. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Marks the branch that the types say cannot be reached. */
export function assertNever(value: never, what: string): never {
  throw new InvariantError(`unexpected ${what}: ${JSON.stringify(value)}`);
}
