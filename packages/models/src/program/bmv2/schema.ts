import { z } from "zod";
import { inTakenOrder } from "./transitions.ts";

/** Schemas of compiled programs: built when the first one is read, because that takes longer than many an analysis. */
export const bmv2Schemas = (): Schemas => {
  built ??= buildSchemas();
  return built;
};
let built: Schemas | null = null;
type Schemas = ReturnType<typeof buildSchemas>;

export type Bmv2Operand = z.infer<Schemas["operand"]>;
export type Bmv2Primitive = z.infer<Schemas["primitive"]>;
export type Bmv2Transition = z.infer<Schemas["transition"]>;
export type Bmv2State = z.infer<Schemas["parseState"]>;
export type Bmv2Parser = z.infer<Schemas["parser"]>;
export type Bmv2Action = z.infer<Schemas["action"]>;
export type Bmv2MatchKey = z.infer<Schemas["matchKey"]>;
export type Bmv2Table = z.infer<Schemas["table"]>;
export type Bmv2Conditional = z.infer<Schemas["conditional"]>;
export type Bmv2Pipeline = z.infer<Schemas["pipeline"]>;
export type Bmv2Calculation = z.infer<Schemas["calculation"]>;
export type Bmv2Program = z.infer<Schemas["bmv2"]>;
export type Bmv2Expression = z.infer<Schemas["expression"]>;
export type Located = z.infer<Schemas["located"]>;

/** What a key of a table asks. */
export const keyOperand = ({ target }: Bmv2Table["key"][number]): Bmv2Operand =>
  Array.isArray(target) ? { type: "field", value: target } : target;

function buildSchemas() {
  /** Where the compiler found it in the P4 source. */
  const sourceInfoSchema = z.object({
    filename: z.string(),
    line: z.int().positive(),
    column: z.int().nonnegative().optional(),
    source_fragment: z.string().optional(),
  });
  const located = { source_info: sourceInfoSchema.optional() };

  /** `{ type, value }`: a field, constant, argument or expression. What `value` is depends on `type`. */
  const operandSchema = z.object({ type: z.string(), value: z.unknown() });

  /** Where a field stands in its header, as `access_field` tells it. */
  const positionSchema = z.int().transform((value) => ({ type: "position", value }));

  /** The value of an operand of type `expression`. */
  const expressionSchema = z.object({
    op: z.string(),
    left: operandSchema.nullish(),
    right: z.union([operandSchema, positionSchema]).nullish(),
    cond: operandSchema.nullish(),
  });

  const primitiveSchema = z.object({
    op: z.string(),
    parameters: z.array(operandSchema).default([]),
    ...located,
  });

  /** A parser's operation; `op: primitive` has a primitive where the others have operands. */
  const parserOpSchema = z.object({
    op: z.string(),
    parameters: z.array(z.union([operandSchema, primitiveSchema])).default([]),
    ...located,
  });

  const transitionSchema = z.object({
    type: z.string().nullish(),
    value: z.string().nullable(),
    mask: z.string().nullish(),
    next_state: z.string().nullable(),
  });

  const parseStateSchema = z.object({
    name: z.string(),
    parser_ops: z.array(parserOpSchema),
    transitions: z.array(transitionSchema).transform(inTakenOrder),
    transition_key: z.array(operandSchema),
    ...located,
  });

  const parserSchema = z.object({
    name: z.string(),
    init_state: z.string(),
    parse_states: z.array(parseStateSchema),
  });

  const actionSchema = z.object({
    name: z.string(),
    id: z.int(),
    runtime_data: z.array(z.object({ name: z.string(), bitwidth: z.int() })),
    primitives: z.array(primitiveSchema),
    ...located,
  });

  const matchKeySchema = z.object({
    match_type: z.string(),
    key: z.union([z.string(), z.boolean()]).optional(),
    mask: z.string().optional(),
    prefix_length: z.int().optional(),
    start: z.string().optional(),
    end: z.string().optional(),
  });

  const tableEntrySchema = z.object({
    match_key: z.array(matchKeySchema),
    action_entry: z.object({ action_id: z.int(), action_data: z.array(z.string()).default([]) }),
    /** BMv2 takes the smallest */
    priority: z.number().nullish(),
  });

  const tableSchema = z.object({
    name: z.string(),
    key: z.array(
      z.object({
        match_type: z.string(),
        name: z.string().nullish(),
        target: z.union([z.array(z.string()), operandSchema]),
        mask: z.string().nullish(),
      }),
    ),
    action_ids: z.array(z.int()),
    next_tables: z.record(z.string(), z.string().nullable()),
    base_default_next: z.string().nullish(),
    default_entry: z
      .object({
        action_id: z.int(),
        action_const: z.boolean().default(false),
        action_data: z.array(z.string()).default([]),
      })
      .nullish(),
    entries: z.array(tableEntrySchema).default([]),
    max_size: z.int().nonnegative().nullish(),
    with_counters: z.boolean().nullish(),
    support_timeout: z.boolean().nullish(),
    direct_meters: z.string().nullish(),
    action_profile: z.string().nullish(),
    ...located,
  });

  const conditionalSchema = z.object({
    name: z.string(),
    expression: operandSchema,
    true_next: z.string().nullable(),
    false_next: z.string().nullable(),
    ...located,
  });

  const pipelineSchema = z.object({
    name: z.string(),
    init_table: z.string().nullable(),
    tables: z.array(tableSchema),
    conditionals: z.array(conditionalSchema),
    action_profiles: z
      .array(
        z.object({
          name: z.string(),
          max_size: z.int().nonnegative().nullish(),
          selector: z.object({ algo: z.string(), input: z.array(operandSchema) }).nullish(),
        }),
      )
      .default([]),
  });

  /** Name, bits (`*` for a varbit) and sign. */
  const fieldSchema = z.tuple([z.string(), z.union([z.int(), z.literal("*")])]).rest(z.unknown());

  const arraySchema = z.object({
    name: z.string(),
    size: z.int().nonnegative().nullish(),
    is_direct: z.boolean().nullish(),
    binding: z.string().nullish(),
  });

  const meterSchema = arraySchema.extend({
    type: z.string().nullish(),
    result_target: z.array(z.string()).nullish(),
  });

  /** Fields that a hash or a checksum goes over; `bitwidth` is that of constants. */
  const inputSchema = z.object({ type: z.string(), value: z.unknown(), bitwidth: z.int().optional() });

  const calculationSchema = z.object({ name: z.string(), algo: z.string(), input: z.array(inputSchema) });

  const checksumSchema = z.object({
    target: z.array(z.string()),
    calculation: z.string(),
    verify: z.boolean().default(false),
    update: z.boolean().default(false),
    if_cond: operandSchema.nullish(),
    ...located,
  });

  /** What p4c-bm2-ss writes, as far as paths need it (BMv2's `JSON_format.md`). Other members are read and ignored. */
  const bmv2Schema = z.object({
    header_types: z.array(
      z.object({
        name: z.string(),
        fields: z.array(fieldSchema),
        /** bytes, of one with a varbit */
        max_length: z.int().nonnegative().nullish(),
      }),
    ),
    headers: z.array(
      z.object({ name: z.string(), id: z.int(), header_type: z.string(), metadata: z.boolean() }),
    ),
    header_stacks: z
      .array(
        z.object({
          name: z.string(),
          header_type: z.string().optional(),
          size: z.int(),
          header_ids: z.array(z.int()),
        }),
      )
      .default([]),
    header_union_types: z
      .array(z.object({ name: z.string(), headers: z.array(z.tuple([z.string(), z.string()])) }))
      .default([]),
    header_unions: z
      .array(
        z.object({
          name: z.string(),
          id: z.int().optional(),
          union_type: z.string().optional(),
          header_ids: z.array(z.int()),
        }),
      )
      .default([]),
    header_union_stacks: z
      .array(
        z.object({
          name: z.string(),
          union_type: z.string(),
          size: z.int().nonnegative(),
          header_union_ids: z.array(z.int()),
        }),
      )
      .default([]),
    /** what clones and further rounds keep of metadata: fields by header and name */
    field_lists: z.array(z.object({ id: z.int(), elements: z.array(operandSchema).default([]) })).default([]),
    parsers: z.array(parserSchema).min(1),
    parse_vsets: z
      .array(z.object({ name: z.string(), max_size: z.int().nonnegative().nullish() }))
      .default([]),
    deparsers: z.array(z.object({ order: z.array(z.string()) })).default([]),
    errors: z.array(z.tuple([z.string(), z.int()])).default([]),
    counter_arrays: z.array(arraySchema).default([]),
    meter_arrays: z.array(meterSchema).default([]),
    register_arrays: z.array(arraySchema.extend({ bitwidth: z.int() })).default([]),
    calculations: z.array(calculationSchema).default([]),
    checksums: z.array(checksumSchema).default([]),
    learn_lists: z
      .array(z.object({ id: z.int(), name: z.string(), elements: z.array(operandSchema) }))
      .default([]),
    actions: z.array(actionSchema),
    pipelines: z.array(pipelineSchema).min(1),
  });

  return {
    operand: operandSchema,
    primitive: primitiveSchema,
    transition: transitionSchema,
    parseState: parseStateSchema,
    parser: parserSchema,
    action: actionSchema,
    matchKey: matchKeySchema,
    table: tableSchema,
    conditional: conditionalSchema,
    pipeline: pipelineSchema,
    calculation: calculationSchema,
    bmv2: bmv2Schema,
    expression: expressionSchema,
    located: z.object(located),
  };
}
