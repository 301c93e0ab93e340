/** What the latency model counts on a path, in the order of the papers' vectors (thesis Eq. 4.2). */
export const constructs = ["parse", "modify", "copy", "remove", "add", "table"] as const;

export type Construct = (typeof constructs)[number];
