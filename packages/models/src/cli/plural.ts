/** A count with its word: "1 table", "2 tables". `many` where an s is not enough. */
export const plural = (count: number, word: string, many = `${word}s`): string =>
  `${count} ${count === 1 ? word : many}`;
