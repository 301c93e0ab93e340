import { z } from "zod";

/** What the latency model counts, in the order of the published vectors. */
export const constructs = ["parse", "modify", "copy", "remove", "add", "table"] as const;
export type Construct = (typeof constructs)[number];

const count = z.int().nonnegative();

/** Raw counts of one path (no minus one): the vector x of Harkous 2022, Sec. 4.2.2, before its two subtractions. */
export const featuresSchema = z.strictObject({
  parse: count,
  modify: count,
  copy: count,
  remove: count,
  add: count,
  table: count,
});
export type Features = z.infer<typeof featuresSchema>;

export const noFeatures = (): Features => ({ parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 });

/** The vector [parse, modify, copy, remove, add, table]. */
export const featureVector = (features: Features): number[] =>
  constructs.map((construct) => features[construct]);
