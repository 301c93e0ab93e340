import { z } from "zod";

const id = z.string().min(1);
const positive = z.number().positive();

const sliceSchema = z.strictObject({
  id,
  priority: z.number().int().min(0).max(7).describe("larger first"),
  rateMbps: positive.describe("rate limit"),
  burstMs: positive.describe("C_DELAY: what may wait in the virtual queue, as time at the rate limit"),
  markMs: positive.optional().describe("M_DELAY: ECN marking threshold; without it packets are only dropped"),
  packetBytes: z.number().int().positive().default(1500),
  offeredMbps: z.number().nonnegative().describe("what the slice sends, whatever happens to it"),
  jitter: z.number().min(0).max(1).default(0.2).describe("gaps are spread by this share of the mean gap"),
});

/** Slices of one link under vQueue or meters, version 1 (thesis Sec. 6.4.1). Sources do not react to loss or marks. */
export const sliceScenarioSchema = z
  .strictObject({
    version: z.literal(1),
    name: z.string().min(1),
    link: z.strictObject({
      mbps: positive,
      queuePackets: z.number().int().positive().default(200_000).describe("slots of each priority's queue"),
    }),
    control: z.enum(["vQueue", "meter"]),
    slices: z.array(sliceSchema).min(1),
  })
  .superRefine(({ slices }, context) => {
    const ids = slices.map((s) => s.id);
    ids.forEach((name, i) => {
      if (ids.indexOf(name) < i)
        context.addIssue({
          code: "custom",
          path: ["slices", i, "id"],
          message: `"${name}" is already slices[${ids.indexOf(name)}]; give one of them another id`,
        });
    });
  });
export type SliceScenario = z.infer<typeof sliceScenarioSchema>;
