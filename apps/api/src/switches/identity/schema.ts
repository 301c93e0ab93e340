import { gnmiDeviceSchema } from "@p4twin/models/topology";
import { z } from "zod";
import { idSchema, instantSchema } from "../../shared/schemas.ts";

/** What a switch told by gNMI; of a failed read the message, and what was read before. */
export const gnmiStateSchema = z.object({
  triedAt: instantSchema,
  readAt: instantSchema.nullable().describe("null: never"),
  message: z.string().nullable().describe("why it could not be read last"),
  device: gnmiDeviceSchema.nullable(),
  unread: z.array(z.object({ what: z.string(), why: z.string() })),
});
export type GnmiState = z.infer<typeof gnmiStateSchema>;

export const identitySchema = z.object({
  deviceId: z.string(),
  intNodeIds: z.array(z.int()).describe("that its entries give to reports; none: they set none"),
  knownAs: z.string().describe("how clouds, deployments and reports know it"),
  clouds: z.array(z.string()).describe("that it is a node of, by its newest snapshot"),
  deployments: z.array(z.string()).describe("that it is an element of"),
  conflicts: z.array(
    z.object({
      kind: z.enum(["device id", "node id", "address", "INT node id", "chassis id", "serial number"]),
      text: z.string(),
      others: z.array(z.object({ id: idSchema, name: z.string() })),
    }),
  ),
  gnmi: gnmiStateSchema.nullable(),
});
export type Identity = z.infer<typeof identitySchema>;

export const neighboursSchema = z.object({
  text: z.string().describe("a file that clouds are imported from; empty: no switch was read by gNMI"),
  read: z.array(z.string()).describe("switches in it"),
  links: z.int(),
  conflicts: z.array(z.string()),
});
export type Neighbours = z.infer<typeof neighboursSchema>;
