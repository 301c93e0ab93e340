import { type Diagnostic, formatDiagnostic } from "@p4twin/models/core";

/** An error in the words of the product: what happened, where, and what the person can do about it. */
export type DescribedError = {
  what: string;
  where: string | null;
  remedy: string;
  /** what was asked for is not there: its address has no such id, or it was removed */
  missing: boolean;
  /** the session is missing or over: only the sign-in page helps */
  signedOut: boolean;
  /** what the server found wrong with the text that was sent, each as `file:line:column: …` */
  diagnostics: string[];
};

const REMEDIES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: "Sign in again.",
  FORBIDDEN: "Ask the owner of this workspace for the right to do it.",
  NOT_FOUND: "It may have been removed. Go back to the list.",
  CONFLICT: "Reload the page to see the present state, then try again.",
  PRECONDITION_FAILED: "It has expired or was revoked. Ask for a new one.",
  TOO_MANY_REQUESTS: "Wait a moment, then try again.",
  PAYLOAD_TOO_LARGE: "Use a smaller file.",
  BAD_REQUEST: "Correct the input, then try again.",
  SERVICE_UNAVAILABLE: "Wait until it is back, then try again.",
};

/** What the server says of an address that has no id where one belongs (`plainIssues`). */
const AN_ID = /: must be an id of P4Twin$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isDiagnostic = (value: unknown): value is Diagnostic =>
  isRecord(value) && typeof value.message === "string" && typeof value.code === "string";

/** Turns whatever was thrown (tRPC error, failed fetch, bug) into words. Never throws. */
export function describeError(error: unknown): DescribedError {
  const message = error instanceof Error ? error.message : String(error);
  const data = isRecord(error) && isRecord(error.data) ? error.data : {};
  const code = typeof data.code === "string" ? data.code : null;
  const silent = code === null && /fetch|network|load failed/i.test(message);
  return {
    what: silent ? "The server does not answer." : message,
    where: typeof data.path === "string" ? data.path : null,
    remedy: silent
      ? "Check that npm start is still running, then try again."
      : (code !== null && REMEDIES[code]) || "Reload the page and try again.",
    missing: code === "NOT_FOUND" || (code === "BAD_REQUEST" && AN_ID.test(message)),
    signedOut: code === "UNAUTHORIZED",
    diagnostics: Array.isArray(data.diagnostics)
      ? data.diagnostics.filter(isDiagnostic).map((d) => formatDiagnostic(d))
      : [],
  };
}
