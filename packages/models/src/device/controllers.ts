import { z } from "zod";
import { files } from "../../library/controllers/files.generated.ts";
import { sourceSchema } from "./sourced.ts";

/** What a number of a controller tells; `received`: packets/s that come out at a stage of it. */
const quantities = ["lossFreeRate", "saturationRate", "rtt", "cores", "outstanding", "received"] as const;

const controllerSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  title: z.string().min(1),
  summary: z.string().min(1),
  numbers: z.array(
    z.strictObject({
      protocol: z.enum(["openflow", "p4runtime"]),
      quantity: z.enum(quantities),
      where: z.string().min(1).describe("switches, load, stage"),
      unit: z.enum(["packets/s", "ms", "%", "packets"]),
      value: z.number().positive(),
      std: z.number().positive().nullable().describe("null where none is published"),
      source: sourceSchema,
    }),
  ),
});
export type Controller = z.infer<typeof controllerSchema>;

/** The controllers of the library: what was measured of them, each number with its unit and source (rule D25). */
export const libraryControllers = (): Controller[] =>
  Object.values(files).map((text) => controllerSchema.parse(JSON.parse(text)));
