/** `1 chain`, `3 chains`: a number with its noun. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
