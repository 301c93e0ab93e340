/** Pasted counters as JSON; what is wrong with the text in words. */
export function readCountersText(
  text: string,
): { ok: true; value: unknown } | { ok: false; message: string } {
  if (text.trim() === "") return { ok: false, message: "There are no counters yet." };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? `No JSON: ${error.message}` : "No JSON." };
  }
}
