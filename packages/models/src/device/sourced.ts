import { z } from "zod";

/** Full titles of the works that the library's profiles cite by a short name. */
export const works: Readonly<Record<string, string>> = {
  thesis:
    "H. Harkous, Performance Modeling, Optimization, and Applications for the Deployment of Programmable Packet Processors in Cloud Environments, TU Munich, 2022",
  operator: "stated by whoever runs this installation",
  famelis:
    "P. Famelis, A Comparative Study of Programmable Switches on Modern Networking Hardware, MSc thesis, University of the Aegean, 2023",
  katsikas:
    "G. P. Katsikas, NFV Service Chains at the Speed of the Underlying Commodity Hardware, KTH, 2018 (TRITA-EECS-AVL-2018:50)",
  p8: "H. Harkous, M. Jarschel, M. He, R. Pries, W. Kellerer, P8: P4 with Predictable Packet Processing Performance, IEEE TNSM 18(3), 2021",
};

/** How a number came about. `ourChoice` marks what no work states. */
const sourceKinds = ["measured", "fitted", "assumed", "derived", "ourChoice"] as const;

export const sourceSchema = z.strictObject({
  work: z.string().min(1).describe("short name of the work (see `works`), or a free citation"),
  place: z.string().min(1).describe("section, table or equation"),
  kind: z.enum(sourceKinds),
  note: z.string().optional(),
});

/** A number that carries its source; the unit stands in the name of the field that holds it. */
export const sourcedSchema = z.strictObject({ value: z.number(), source: sourceSchema });

const sourcedWith = (value: z.ZodNumber) => z.strictObject({ value, source: sourceSchema });

export const sourcedPositiveSchema = sourcedWith(z.number().positive());
export const sourcedNonNegativeSchema = sourcedWith(z.number().nonnegative());
export const sourcedCountSchema = sourcedWith(z.number().int().nonnegative());

export type Source = z.infer<typeof sourceSchema>;
export type Sourced = z.infer<typeof sourcedSchema>;
