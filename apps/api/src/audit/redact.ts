import { createHash } from "node:crypto";

/** Names under which secrets travel and are stored. A field with such a name never reaches the log, whoever adds it. */
const SECRET =
  /pass(word|phrase|code)?$|secret|token|credential|authorization|cookie|otp|api_?key|private_?key|routing_?key|recovery|backup_?codes?|^(code|key|pin)$/i;
/** Addresses of webhooks often carry a token: only where they lead is kept. */
const ADDRESS = /^(url|uri|href)$/i;

// our choice: an entry is for reading; the versions that it names hold the whole text
const MAX_TEXT = 300;
const SHOWN_TEXT = 120;
const MAX_ITEMS = 100;
const MAX_DEPTH = 12;
export const MAX_STATE_BYTES = 64_000;
export const MAX_INPUT_BYTES = 16_000;

const originOf = (text: string): string => {
  const url = URL.parse(text);
  return url ? `${url.protocol}//${url.host}/…` : "(an address)";
};

const shortened = (text: string): string =>
  text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, SHOWN_TEXT)}… (${text.length} characters, sha256 ${createHash("sha256").update(text).digest("hex")})`;

/**
 * A copy of a JSON value for the log: without secrets, long texts named by their hash, `…` for what passes `maxBytes`.
 */
export function forLog(value: unknown, maxBytes: number): unknown {
  let left = maxBytes;
  const copy = (inner: unknown, key: string, depth: number): unknown => {
    const isPlain = inner === null || typeof inner === "boolean";
    if (!isPlain && SECRET.test(key)) return "(secret)";
    if (left <= 0 || depth > MAX_DEPTH) return "…";
    left -= key.length + 8;
    if (typeof inner === "string") {
      const text = shortened(ADDRESS.test(key) ? originOf(inner) : inner);
      // JSON writes some characters as six
      left -= Buffer.byteLength(JSON.stringify(text));
      return text;
    }
    if (Array.isArray(inner)) {
      const shown = inner.slice(0, MAX_ITEMS).map((item) => copy(item, "", depth + 1));
      return inner.length > MAX_ITEMS ? [...shown, `… ${inner.length - MAX_ITEMS} more`] : shown;
    }
    if (typeof inner === "object" && inner !== null) {
      const entries = Object.entries(inner);
      const shown = entries.slice(0, MAX_ITEMS).map(([name, v]) => {
        const short = name.slice(0, SHOWN_TEXT);
        return [short, copy(v, name, depth + 1)] as const;
      });
      const rest = entries.length - shown.length;
      return Object.fromEntries(rest > 0 ? [...shown, ["…", `${rest} more`]] : shown);
    }
    left -= 8;
    return typeof inner === "number" || isPlain ? inner : null;
  };
  return value === undefined ? null : copy(value, "", 0);
}
