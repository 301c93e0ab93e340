import type { Construct } from "../program/index.ts";

/**
 * What the latency model counts on a path, in the order of the papers' vectors (thesis Eq. 4.2). The words are those of
 * the program room; only its type is imported, so that reading a profile does not load the P4 front end.
 */
export const constructs = [
  "parse",
  "modify",
  "copy",
  "remove",
  "add",
  "table",
] as const satisfies Construct[];
