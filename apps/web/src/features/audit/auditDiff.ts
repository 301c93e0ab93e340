/** A value of the object by its path; `changed`: it differs between before and after. */
export type DiffRow = { path: string; before: string | null; after: string | null; changed: boolean };

const isBranch = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

function leaves(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (isBranch(value))
    for (const [key, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${key}` : key, into);
  else if (path || (value !== null && value !== undefined))
    into.set(path, typeof value === "string" ? value : JSON.stringify(value));
  return into;
}

/** Both states value by value, in the order of the newer one; null where a state lacks the path. */
export function auditDiff(before: unknown, after: unknown): DiffRow[] {
  const was = leaves(before ?? null, "", new Map());
  const is = leaves(after ?? null, "", new Map());
  const paths = [...is.keys(), ...[...was.keys()].filter((path) => !is.has(path))];
  return paths.map((path) => {
    const [b, a] = [was.get(path) ?? null, is.get(path) ?? null];
    return { path, before: b, after: a, changed: a !== b };
  });
}
