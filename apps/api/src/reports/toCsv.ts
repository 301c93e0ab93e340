import { type Cell, csvLine } from "../shared/csv.ts";

function* leaves(value: unknown, path: string): Generator<[path: string, value: Cell]> {
  if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) yield* leaves(inner, path ? `${path}.${key}` : key);
  } else if (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
  ) {
    yield [path, value];
  }
}

/** A JSON document as CSV (RFC 4180): one line a value, `path,value`; null is empty. */
export const toCsv = (document: unknown): string =>
  [["path", "value"], ...leaves(document, "")].map(csvLine).join("");
