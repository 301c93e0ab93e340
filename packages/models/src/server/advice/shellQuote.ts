/** A word that a POSIX shell takes as it is: in single quotes unless it holds plain characters only. */
export const shellQuote = (word: string): string =>
  /^[A-Za-z0-9_/.,:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Text that cannot end the comment it stands in. */
export const commentText = (text: string): string => text.replace(/\p{Cc}+/gu, " ");

/**
 * The processes of a name as a shell expression: pgrep takes a regular expression over at most 15 characters
 * of the name.
 */
export const pidOfName = (name: string): string =>
  `"$(pgrep -o -x -- ${shellQuote(name.slice(0, 15).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))})"`;
