import { settingSchema } from "@p4twin/models/attach";
import { z } from "zod";
import { idSchema, instantSchema, wideNumberSchema } from "../../shared/schemas.ts";

/** Values of settings are as wide as the program wants them. */
const numberSchema = z
  .string()
  .regex(/^\d{1,80}$/, "A whole number.")
  .describe("decimal");

const hostPortSchema = z
  .string()
  .trim()
  .max(300)
  .regex(/^(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/, "Write HOST:PORT, such as 10.0.0.5:9090.");

/** How settings are written to one switch. */
export const writingInputSchema = z.object({
  thrift: hostPortSchema
    .nullable()
    .describe("BMv2's Thrift, for registers; null: registers by P4Runtime, which PI and PINS refuse"),
  electionId: wideNumberSchema(128, "The election id")
    .nullable()
    .describe(
      "with it P4Twin becomes primary while it writes, where its id is the highest; null: no stream is opened, and only servers that nobody has arbitrated with take the write",
    ),
});
export type WritingInput = z.infer<typeof writingInputSchema>;
export const writingSchema = writingInputSchema.extend({
  allowedAt: instantSchema,
  allowedBy: z.string().nullable(),
});
export type Writing = z.infer<typeof writingSchema>;

/** Settings of one write, and registers whose cells are listed (our choices). */
export const MOST_SETTINGS = 64;

export const settingsInputSchema = z.array(settingSchema).min(1).max(MOST_SETTINGS);
export const changesInputSchema = z
  .array(
    z.object({
      setting: settingSchema,
      before: numberSchema.describe("what you saw; where it is another one by now, nothing is written"),
      value: numberSchema,
    }),
  )
  .min(1)
  .max(MOST_SETTINGS);
export type ChangesInput = z.infer<typeof changesInputSchema>;

const bits = z.int();
export const settableSchema = z.object({
  writing: writingSchema.nullable().describe("null: nothing is written to this switch"),
  registers: z.array(z.object({ name: z.string(), size: z.int(), bits })),
  parameters: z
    .array(
      z.object({
        setting: settingSchema,
        entry: z.string().describe("as people read it"),
        action: z.string(),
        parameter: z.string(),
        bits,
        value: numberSchema.describe("when the switch was read last"),
      }),
    )
    .describe("of entries whose action has numbers"),
  total: z.int().describe("parameters that there are; the first of them are listed"),
});
export type Settable = z.infer<typeof settableSchema>;

export const settingValuesSchema = z.array(numberSchema.nullable()).describe("null: there is none such");

export const writeItemSchema = z.object({
  setting: settingSchema,
  text: z.string(),
  before: numberSchema,
  value: numberSchema,
  after: numberSchema.nullable().describe("read back; null: unknown"),
  why: z.string().nullable().describe("why it is not what was wanted"),
});
export type WriteItem = z.infer<typeof writeItemSchema>;

export const switchWriteSchema = z.object({
  id: idSchema,
  at: instantSchema,
  by: z.string().nullable(),
  state: z
    .enum(["writing", "written", "partly", "refused"])
    .describe("refused: nothing was written; writing: under way, or its process ended"),
  items: z.array(writeItemSchema),
  message: z.string().nullable(),
  undoOf: idSchema.nullable(),
});
export type SwitchWrite = z.infer<typeof switchWriteSchema>;
