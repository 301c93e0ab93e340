import { z } from "zod";

const text = z.string().max(1_000).nullable();

/** What a device reports of itself by OpenConfig; null where it does not say. */
export const gnmiDeviceSchema = z.object({
  hostname: text,
  chassisId: text.describe("as it tells its neighbours by LLDP"),
  serial: text,
  nodeIds: z.array(z.string().max(100)).describe("P4Runtime device ids of its ASICs, decimal"),
  interfaces: z.array(
    z.object({
      name: z.string().max(1_000),
      ifindex: z.int().nullable(),
      p4Port: z.int().min(0).nullable().describe("by which P4Runtime knows it (openconfig-p4rt)"),
      mac: text,
      isUp: z.boolean().nullable(),
      gbps: z.number().positive().nullable(),
    }),
  ),
  neighbours: z.array(
    z.object({
      interface: z.string().max(1_000).describe("of this device"),
      systemName: text,
      chassisId: text,
      portId: text.describe("a name, a MAC or a local text of the other device"),
      portDescription: text,
      managementAddress: text,
      kind: z.enum(["host", "switch"]).nullable().describe("by its capabilities"),
    }),
  ),
});
export type GnmiDevice = z.infer<typeof gnmiDeviceSchema>;
export type GnmiInterface = GnmiDevice["interfaces"][number];
export type GnmiNeighbour = GnmiDevice["neighbours"][number];

export const gnmiSwitchSchema = z.object({
  name: z.string().min(1).max(200),
  isProgrammable: z.boolean().describe("P4Runtime is spoken with it"),
  device: gnmiDeviceSchema,
});
/** A switch that was read, under the name that it has here. */
export type GnmiSwitch = z.infer<typeof gnmiSwitchSchema>;

/** Switches as `p4twin attach --out` and the page of switches write them. */
export const gnmiFileSchema = z.object({ version: z.literal(1), gnmi: z.array(gnmiSwitchSchema) });
export type GnmiFile = z.infer<typeof gnmiFileSchema>;
