import { z } from "zod";

/** What the API tells the emulator's process. */
export const EmulatorCommand = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("flowRate"), flow: z.string(), pps: z.number().min(0).max(100_000) }),
  z.object({ kind: z.literal("vnfDelay"), vnf: z.string(), extraUs: z.number().min(0).max(1_000_000) }),
  z.object({
    kind: z.literal("switchDelay"),
    switch: z.string(),
    extraUs: z.number().min(0).max(1_000_000),
  }),
  z.object({
    kind: z.literal("thresholds"),
    segment: z.string(),
    plUs: z.number().min(0),
    dlUs: z.number().min(0),
  }),
]);
export type EmulatorCommand = z.infer<typeof EmulatorCommand>;

/** What the emulator's process tells back, once a second. */
export const EmulatorStatus = z.object({
  sent: z.number(),
  failed: z.number(),
  /** where the P4Runtime of each switch is served; without those that could not be */
  controlled: z.array(z.object({ switch: z.string(), address: z.string(), deviceId: z.string() })),
});
export type EmulatorStatus = z.infer<typeof EmulatorStatus>;
