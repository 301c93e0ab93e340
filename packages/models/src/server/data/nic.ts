import { z } from "zod";
import { statedPositiveSchema } from "./stated.ts";

/** A network card of a server and how much of its line rate arrives, by frame size or for a mix of frames. */
export const nicSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  work: z.string().min(1),
  title: z.string().min(1),
  gbps: statedPositiveSchema.describe("line rate of all ports"),
  queues: statedPositiveSchema.nullable(),
  overheadBytes: statedPositiveSchema.describe("beside a frame in the rates below"),
  points: z.array(z.strictObject({ frameBytes: z.int().positive(), gbps: statedPositiveSchema })),
  lineRateAboveBytes: statedPositiveSchema.nullable(),
  mixes: z.array(z.strictObject({ id: z.string().min(1), gbps: statedPositiveSchema })),
});

export type Nic = z.infer<typeof nicSchema>;
