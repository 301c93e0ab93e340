import type { Diagnostic } from "@p4twin/models/core";

/**
 * Every way in which the server refuses a request. Closed: a new code needs a row in `httpStatusOf` and `trpcCodeOf`.
 */
export type ErrorCode =
  | "bad_input"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "misdirected"
  | "too_large"
  | "too_many"
  | "unavailable";

/** A refusal that a user can understand and act on. Never used for bugs (those are `InvariantError`s). */
export class DomainError extends Error {
  override name = "DomainError";
  readonly code: ErrorCode;
  readonly diagnostics: Diagnostic[];
  /** seconds after which it is worth trying again; null: not by waiting */
  readonly retryAfterS: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    diagnostics: Diagnostic[] = [],
    retryAfterS: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.diagnostics = diagnostics;
    this.retryAfterS = retryAfterS;
  }
}

export const notFound = (what: string, id: string): DomainError =>
  new DomainError("not_found", `There is no ${what} with the id ${id}.`);

export const httpStatusOf: Record<ErrorCode, number> = {
  bad_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  misdirected: 421,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
};

// tRPC has no code for 410, so a gone resource travels as PRECONDITION_FAILED; clients read `data.reason`
export const trpcCodeOf = {
  bad_input: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  gone: "PRECONDITION_FAILED",
  // tRPC has no code for 421 either
  misdirected: "BAD_REQUEST",
  too_large: "PAYLOAD_TOO_LARGE",
  too_many: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<ErrorCode, string>;
