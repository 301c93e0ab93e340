import { z } from "zod";

/**
 * How a drift of the model is looked for. All defaults are our choice; `npm run bench twinDrift` measures what they do.
 */
export const driftSettingsSchema = z.strictObject({
  /** windows from which the usual residual and its spread are learnt; nothing is called a drift before */
  warmWindows: z.int().min(20).max(3600).default(120),
  /** windows after which the usual residual is known and no longer learnt */
  learnWindows: z.int().min(20).max(3600).default(900),
  /** what a residual may be off on average without counting, in long-run standard deviations */
  allowance: z.number().min(0).max(5).default(0.15),
  /** sum beyond the allowance at which a drift is called, in long-run standard deviations */
  threshold: z.number().min(1).max(1000).default(40),
  /** a single window counts at most this many standard deviations: one bad second is no drift */
  clip: z.number().min(3).max(100).default(6),
  /** the operator's floor: no shift of the residual below this share of the prediction is a drift */
  minShare: z.number().min(0).max(1).default(0.03),
  /** windows that a shift lasts before it is called a drift: what is over sooner came and went */
  leastWindows: z.int().min(15).max(300).default(60),
  /** windows over which the running mean forgets */
  memoryWindows: z.int().min(60).max(86_400).default(3600),
  /** windows in a row back near the usual residual that end a drift */
  clearWindows: z.int().min(5).max(3600).default(60),
});
export type DriftSettings = z.infer<typeof driftSettingsSchema>;

export const defaultDriftSettings: DriftSettings = driftSettingsSchema.parse({});

/** `runShare`: what runs of the switches differ by, one standard deviation over the prediction, where it counts. */
export type DriftRules = DriftSettings & { runShare?: number };
