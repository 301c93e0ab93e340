/** An error in the words of the product: what happened, where, and what the person can do about it. */
export type DescribedError = {
  what: string;
  where: string | null;
  remedy: string;
  /** the session is missing or over: only the sign-in page helps */
  signedOut: boolean;
};

type ErrorData = { code?: unknown; path?: unknown; remedy?: unknown };

const REMEDIES: Record<string, string> = {
  UNAUTHORIZED: "Sign in again.",
  FORBIDDEN: "Ask the owner of this workspace for the right to do it.",
  NOT_FOUND: "It may have been removed. Go back to the list.",
  CONFLICT: "Reload the page to see the present state, then try again.",
  TOO_MANY_REQUESTS: "Wait a moment, then try again.",
  PAYLOAD_TOO_LARGE: "Use a smaller file.",
  BAD_REQUEST: "Correct the input, then try again.",
  UNPROCESSABLE_CONTENT: "Correct the input, then try again.",
  TIMEOUT: "Try again; if it stays so, look at Telemetry and the server log.",
  INTERNAL_SERVER_ERROR: "Try again; if it stays so, look at the server log.",
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const dataOf = (error: unknown): ErrorData => (isRecord(error) && isRecord(error.data) ? error.data : {});

/** Zod answers arrive as a JSON list in the message: the first issue is shown as a sentence. */
function readableMessage(message: string): string {
  if (!message.startsWith("[")) return message;
  try {
    const issues: unknown = JSON.parse(message);
    const first: unknown = Array.isArray(issues) ? issues[0] : null;
    if (!isRecord(first)) return message;
    const place = Array.isArray(first.path) && first.path.length > 0 ? `${first.path.join(".")}: ` : "";
    return `${place}${String(first.message)}`;
  } catch {
    return message;
  }
}

/** Turns whatever was thrown (tRPC error, failed fetch, bug) into words. Never throws. */
export function describeError(error: unknown): DescribedError {
  const message = error instanceof Error ? error.message : String(error);
  const data = dataOf(error);
  const code = typeof data.code === "string" ? data.code : null;
  const where = typeof data.path === "string" ? data.path : null;
  if (code === null && /failed to fetch|networkerror|load failed|fetch failed/i.test(message)) {
    return {
      what: "The server does not answer.",
      where,
      remedy: "Check that npm start is still running, then try again.",
      signedOut: false,
    };
  }
  const remedy =
    typeof data.remedy === "string"
      ? data.remedy
      : (code !== null && REMEDIES[code]) || "Reload the page and try again.";
  return { what: readableMessage(message), where, remedy, signedOut: code === "UNAUTHORIZED" };
}
