/** A value of a file that no schema has accepted yet, seen as an object; no fields when it is none. */
export const rawFields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The same for a list of objects; empty when it is none. */
export const rawList = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(rawFields) : [];
