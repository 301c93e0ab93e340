import { deviceProfileSchema } from "@p4twin/models/device";
import { z } from "zod";
import { idSchema, versionEntrySchema, writtenSchema } from "../shared/schemas.ts";

/** A device profile: of the library (`versionId` null), or a version that a user made. */
export const deviceSchema = z.object({
  id: z.string().describe("the profile's id, as topologies name it"),
  origin: z.enum(["library", "own"]),
  versionId: idSchema.nullable(),
  number: z.int(),
  document: deviceProfileSchema,
  versions: z.array(versionEntrySchema),
});
export type Device = z.infer<typeof deviceSchema>;

export const deviceInputSchema = z.object({
  text: z.string().max(1_000_000).describe("the profile as JSON or YAML"),
  fileName: z.string().max(300).default("profile.json"),
});

export const writtenDeviceSchema = writtenSchema(deviceSchema);
export type WrittenDevice = z.infer<typeof writtenDeviceSchema>;
