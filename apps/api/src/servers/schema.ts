import { chainFileSchema } from "@p4twin/models/chain";
import { diagnosticSchema } from "@p4twin/models/core";
import { offloadReportSchema, synthesisReportSchema } from "@p4twin/models/synthesis";
import { z } from "zod";

/** Our choices: the largest list of the thesis has 8,550 rules in 600 kB, the longest chain ten functions. */
const MAX_TEXT_CHARS = 2_000_000;
export const MAX_OTHER_FILES = 20;

const fileSchema = z.object({
  file: z.string().min(1).max(300),
  text: z.string().max(MAX_TEXT_CHARS),
});

const given = {
  others: z
    .array(fileSchema)
    .max(MAX_OTHER_FILES)
    .default([])
    .describe(
      "files that the first one names, by their names; what is not here is looked for in the library",
    ),
};

const targetSchema = z.enum(["click", "openflow", "p4"]);

/** A chain as the user has it, with the files that it names. */
export const synthesisInputSchema = fileSchema.extend({
  ...given,
  file: fileSchema.shape.file.describe(
    "its ending tells the format: .click, .acl or .rules (ClassBench), otherwise a chain file in YAML or JSON",
  ),
  to: z.array(targetSchema).max(3).default([]).describe("what these run is answered as well"),
  maxFilters: z.int().min(1).max(1_000_000).optional(),
});
export type SynthesisInput = z.infer<typeof synthesisInputSchema>;

const portsSchema = z.record(z.string(), z.int());

const outputSchema = z.object({
  target: targetSchema,
  text: z.string().nullable().describe("null: the target cannot run this chain, diagnostics say why"),
  commands: z.string().nullable().describe("for simple_switch_CLI, beside a P4 program"),
  devices: z
    .record(z.string(), z.string())
    .nullable()
    .describe("names of Click's devices by interface of the chain"),
  ports: portsSchema.nullable().describe("numbers of the switch's ports by interface of the chain"),
  serverPort: z.int().nullable().describe("where a switch sends what it cannot do"),
  diagnostics: z.array(diagnosticSchema),
});

const refusedSchema = z.object({ ok: z.literal(false), diagnostics: z.array(diagnosticSchema) });

export const synthesisAnswerSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    report: synthesisReportSchema,
    outputs: z.array(outputSchema),
    diagnostics: z.array(diagnosticSchema),
  }),
  refusedSchema,
]);
export type SynthesisAnswer = z.infer<typeof synthesisAnswerSchema>;

/** An offload file (chain, network, cores) with the files that it names. */
export const offloadInputSchema = fileSchema.extend({
  ...given,
  gbps: z
    .number()
    .positive()
    .max(1e6)
    .optional()
    .describe("load of the chain that is answered; left out: the greatest of the scenario, or 1"),
});
export type OffloadInput = z.infer<typeof offloadInputSchema>;

const timelineSchema = z.object({
  events: z.array(
    z.object({
      atMs: z.number(),
      kind: z.string(),
      text: z.string(),
      core: z.int().nullable(),
      group: z.string().nullable(),
      rules: z.int().nullable(),
    }),
  ),
  samples: z.array(
    z.object({
      atMs: z.number(),
      offeredGbps: z.number(),
      carriedGbps: z.number(),
      cores: z.array(z.object({ core: z.int(), load: z.number() })),
      rules: portsSchema.describe("rules by device"),
    }),
  ),
});

export const offloadAnswerSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    report: offloadReportSchema,
    timeline: timelineSchema.nullable().describe("null: the file has no scenario"),
    chains: chainFileSchema.describe("both parts as functions of a chain, for POST /chains"),
    notes: z.array(z.string()).describe("what the numbers of these functions leave out"),
    diagnostics: z.array(diagnosticSchema),
  }),
  refusedSchema,
]);
export type OffloadAnswer = z.infer<typeof offloadAnswerSchema>;
