import { z } from "zod";
import { featuresSchema } from "../core/index.ts";

/** A network function of the library (`library/functions/<type>.json`): what a chain asks of a device for it. */
export const libraryFunctionSchema = z.strictObject({
  /** the name that problem files use */
  type: z.string().regex(/^[a-z0-9]+$/),
  title: z.string().min(1),
  /** path of its program below `library/` */
  program: z.string().regex(/^programs\/.+\.p4$/),
  /** raw counts of the slowest feasible path */
  features: featuresSchema,
  /** externs that a device must have */
  externs: z.array(z.string()),
  /** extern of the program -> the extern it stands for, where v1model has no such extern */
  standIns: z.record(z.string(), z.string()),
  /** architectures that it can be compiled for */
  architectures: z.array(z.string()).min(1),
  /** table entries it needs at least */
  rules: z.int().nonnegative(),
  /** cycles of one packet in software, where the architecture "server" is among them */
  cyclesPerPacket: z.number().positive().optional(),
  /** problems in which every used device must also have this function */
  requiredBy: z.array(z.enum(["plan", "place"])),
  /** where each value comes from */
  source: z.record(z.string(), z.string()),
});
