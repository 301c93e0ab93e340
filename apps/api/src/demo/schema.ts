import { z } from "zod";

/** The switches of the demo cloud that a user may throw. */
export const demoStateSchema = z.object({
  running: z.boolean(),
  /** datagrams sent by the emulated switches since they started */
  sent: z.number(),
  controlled: z
    .array(
      z.object({
        switch: z.string(),
        address: z.string(),
        deviceId: z.string(),
        device: z.string().nullable().describe("profile that predicts it"),
      }),
    )
    .describe("switches that can be attached by P4Runtime, on this machine only"),
  congestion: z.array(
    z.object({ flow: z.string(), switch: z.string(), label: z.string(), on: z.boolean(), pps: z.number() }),
  ),
  /** ids of its segments */
  segments: z.array(z.string()),
  vnfs: z.array(z.object({ vnf: z.string(), label: z.string(), extraUs: z.number() })),
  devices: z
    .array(z.object({ device: z.string(), switches: z.array(z.string()), slow: z.boolean() }))
    .describe("kinds of switches by their profile; `slow`: each pass takes half as long again"),
});
export type DemoState = z.infer<typeof demoStateSchema>;
