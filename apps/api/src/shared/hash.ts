import { createHash } from "node:crypto";

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    );
  }
  return value;
};

/** SHA-256 of a text, in hexadecimal. */
export const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

/** `sha256:…` of a text. */
export const hashText = (text: string): string => `sha256:${sha256Of(text)}`;

/** JSON with the keys of every object in order: one content, one text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** `sha256:…` of a JSON value; the order of keys does not matter. */
export const hashJson = (value: unknown): string => hashText(canonicalJson(value));
