const MAX_CHARS = 300;

/**
 * What to log of an error that comes with every try: its code and the beginning of its message. Errors of a
 * database also carry the SQL and the row, kilobytes of it.
 */
export function reasonOf(error: unknown): { code: string | null; reason: string } {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  const message = error instanceof Error ? error.message : String(error);
  return { code, reason: message.slice(0, MAX_CHARS) };
}
