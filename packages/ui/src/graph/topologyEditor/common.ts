/** The value that all have, or undefined when they differ. */
export function common<T, V>(items: readonly T[], of: (item: T) => V): V | undefined {
  const [first, ...rest] = items.map(of);
  return rest.every((value) => value === first) ? first : undefined;
}
