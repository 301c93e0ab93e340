import { createHash } from "node:crypto";

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]),
  );
};

/** JSON that is the same text for the same value: keys in order, one value a line. */
export const stableText = (value: unknown): string => `${JSON.stringify(sorted(value), null, 2)}\n`;

/** What tells versions of an object apart in references: short enough to read, long enough not to meet by chance. */
export const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 12);

/** A name as part of a file's name. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return slug || "unnamed";
}
