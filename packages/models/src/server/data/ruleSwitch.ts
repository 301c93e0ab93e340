import { z } from "zod";
import { statedPositiveSchema, statedSchema } from "./stated.ts";

/** What the rules of a traffic class match; a switch may hold a different number of each, or of `any`. */
const ruleKinds = ["ipv4", "ipv6", "l2"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** A switch that takes offloaded rules: how many it holds and how long it takes to install them (thesis Table 8.2). */
export const ruleSwitchSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  work: z.string().min(1),
  title: z.string().min(1),
  /** no entry: bound by memory, no published number */
  capacity: z.strictObject({
    any: statedPositiveSchema.optional(),
    ipv4: statedPositiveSchema.optional(),
    ipv6: statedPositiveSchema.optional(),
    l2: statedPositiveSchema.optional(),
  }),
  install: z.strictObject({
    medianMsPerRule: statedPositiveSchema.describe("as reported"),
    fixedMs: statedSchema,
    msPerRule: statedPositiveSchema.describe("of a large set: what the model takes"),
  }),
});

export type RuleSwitch = z.infer<typeof ruleSwitchSchema>;
