import { z } from "zod";

const offloadability = { verdict: z.enum(["yes", "partly", "no"]), reason: z.string().nullable() };

const failureSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("link"), a: z.string(), b: z.string() }),
  z.strictObject({ kind: z.literal("switch"), id: z.string() }),
  z.strictObject({ kind: z.literal("server"), id: z.string() }),
  z.strictObject({ kind: z.literal("core"), server: z.string(), core: z.int() }),
]);

const deploymentSchema = z.discriminatedUnion("fits", [
  z.strictObject({
    fits: z.literal(true),
    steps: z.array(
      z.strictObject({
        step: z.enum(["synthesise", "translate", "install", "software"]),
        ms: z.number().nullable(),
        what: z.string(),
      }),
    ),
    ms: z.number(),
    complete: z.boolean(),
  }),
  z.strictObject({ fits: z.literal(false), reason: z.string(), capacity: z.int(), rules: z.int() }),
]);

/** `p4twin offload --json`: a placed chain as plain data with texts. */
export const offloadReportSchema = z.strictObject({
  name: z.string(),
  server: z.strictObject({ id: z.string(), asked: z.int(), cores: z.int() }),
  entries: z.array(
    z.strictObject({
      entry: z.string(),
      switch: z.string().nullable(),
      target: z.string(),
      mode: z.string(),
      way: z.array(z.string()),
      entries: z.int(),
      rules: z.strictObject({ hardware: z.int(), split: z.int(), software: z.int() }),
    }),
  ),
  functions: z.array(
    z.strictObject({
      ...offloadability,
      function: z.string(),
      elements: z.array(z.strictObject({ ...offloadability, unit: z.string(), element: z.string() })),
    }),
  ),
  groups: z.array(
    z.strictObject({
      id: z.string(),
      entry: z.string(),
      class: z.int().nullable(),
      core: z.int(),
      tag: z.string(),
      rules: z.int(),
      hardware: z.record(z.string(), z.string()),
      software: z.record(z.string(), z.string()).nullable(),
      leavesBy: z.string().nullable(),
      state: z.string().nullable(),
    }),
  ),
  pools: z.array(z.strictObject({ state: z.string(), field: z.string(), core: z.int(), values: z.string() })),
  devices: z.array(
    z.strictObject({
      device: z.string(),
      language: z.string(),
      rules: z.array(z.string()),
      classes: z.array(z.int().nullable()).describe("of each rule; null where it is of none alone"),
    }),
  ),
  deployments: z.array(z.strictObject({ device: z.string(), deployment: deploymentSchema })),
  backups: z.array(
    z.strictObject({
      failure: failureSchema,
      survives: z.boolean(),
      rules: z.int().nullable(),
      lostState: z.boolean().nullable(),
      installMs: z.number().nullable(),
      reasons: z.array(z.string()),
    }),
  ),
  notes: z.array(z.string()),
});
export type OffloadReport = z.infer<typeof offloadReportSchema>;
