import { z } from "zod";
import { entitySchema } from "./entity.ts";

/** `snapshot.json`, as `p4twin attach --out` writes it: what a switch held when it was read. */
export const snapshotFileSchema = z.object({
  version: z.literal(1),
  address: z.string(),
  deviceId: z.string(),
  cookie: z.string().nullable(),
  /** part of the switch could not be read: what is not here may still be there */
  partial: z.boolean(),
  entities: z.array(entitySchema),
});
export type SnapshotFile = z.infer<typeof snapshotFileSchema>;
