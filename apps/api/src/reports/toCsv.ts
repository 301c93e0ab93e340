type Leaf = string | number | boolean | null;

function* leaves(value: unknown, path: string): Generator<[path: string, value: Leaf]> {
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

// a cell that begins with one of these would be run as a formula by spreadsheet programs
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: Leaf): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A JSON document as CSV (RFC 4180): one line a value, `path,value`; null is empty. */
export function toCsv(document: unknown): string {
  const lines = [...leaves(document, "")].map(([path, value]) => `${cell(path)},${cell(value)}`);
  return `${["path,value", ...lines].join("\r\n")}\r\n`;
}
