/**
 * An id that the schemas accept (letters, digits, dashes) from words a person typed; `fallback` when nothing is left.
 */
export function slugOf(words: string, fallback: string): string {
  const slug = words
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return slug === "" ? fallback : slug;
}

/** `base`, or `base-2`, `base-3`, … until `taken` does not hold it. */
export function freeId(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  let number = 2;
  while (taken.includes(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
