import { z } from "zod";
import type { ClassRule, Cut, Ending, PathCost, StateTable, Synthesis } from "../classes/synthesis.ts";
import { formatIp, formatMac } from "../header/address.ts";
import { type FieldSet, intervalsOf, prefixesOf } from "../header/fieldSet.ts";
import type { Filter } from "../header/filter.ts";
import type { Write, Writes } from "../header/writes.ts";

const costSchema = z.strictObject({
  operations: z.int(),
  cycles: z.number(),
  searchCycles: z.number().describe("of the cycles, for the number of filters"),
  uncounted: z.array(z.string()),
});

const ruleSchema = z.strictObject({ class: z.int(), filter: z.record(z.string(), z.string()) });

/** `synthesise --json`: classes with their filters in first-match order, as texts and as intervals. */
export const synthesisReportSchema = z.strictObject({
  name: z.string(),
  status: z.enum(["whole", "cut"]),
  functions: z.array(z.string()),
  entries: z.array(z.string()),
  exits: z.array(z.string()),
  classes: z.array(
    z.strictObject({
      id: z.int(),
      ending: z.string(),
      operation: z.record(z.string(), z.string()),
      state: z.string().nullable(),
      filters: z.int(),
      before: costSchema,
      after: costSchema,
      paths: z.array(z.array(z.string())),
    }),
  ),
  classifiers: z.array(
    z.strictObject({
      entry: z.string(),
      rules: z.array(ruleSchema),
    }),
  ),
  stages: z
    .array(z.strictObject({ at: z.string(), rules: z.array(ruleSchema) }))
    .describe("classes behind an output of a rewriter, told by the packet as it is there"),
  states: z.array(
    z.strictObject({
      id: z.string(),
      egress: z.string(),
      inputs: z.array(z.string()),
      replaces: z.array(z.string()),
      fields: z.record(z.string(), z.string()),
    }),
  ),
  cuts: z.array(
    z.strictObject({
      function: z.string(),
      element: z.string(),
      unit: z.string(),
      field: z.string().nullable(),
      reason: z.string(),
      line: z.int().nullable(),
    }),
  ),
  filters: z.strictObject({ traversed: z.int(), compressed: z.int() }),
});
export type SynthesisReport = z.infer<typeof synthesisReportSchema>;

/** The synthesis as plain data for JSON, with addresses and ranges as people write them. */
export function synthesisReport(synthesis: Synthesis, name: string): SynthesisReport {
  const { graph, classes, classifiers, stages, states, cuts, status, counted } = synthesis;
  const cost = ({ operations, cycles, searchCycles, uncounted }: PathCost) => ({
    operations,
    cycles,
    searchCycles,
    uncounted,
  });
  return {
    name,
    status,
    functions: [...graph.nfs],
    entries: graph.entries.map((e) => e.name),
    exits: [...graph.exits],
    classes: classes.map((c) => ({
      id: c.id,
      ending: describeEnding(c.ending),
      operation: describeWrites(c.writes),
      state: c.state,
      filters: c.filters,
      before: cost(c.before),
      after: cost(c.after),
      paths: c.paths.map((p) => [...p]),
    })),
    classifiers: classifiers.map((c) => ({ entry: c.entry, rules: describeRules(c.rules) })),
    stages: stages.map((s) => ({ at: stageName(s.id), rules: describeRules(s.rules) })),
    states: states.map(describeState),
    cuts: cuts.map(describeCut),
    filters: { ...counted },
  };
}

const describeRules = (rules: readonly ClassRule[]): SynthesisReport["stages"][number]["rules"] =>
  rules.map((r) => ({ class: r.class, filter: describeFilter(r.filter) }));

/** Where the classes of a stage are told apart. */
export const stageName = (id: string): string => `behind ${id}`;

export function describeEnding(ending: Ending): string {
  switch (ending.kind) {
    case "exit":
      return ending.name;
    case "drop":
      return "drop";
    case "origin":
      return `origin of ${ending.state}`;
    case "cut":
      return ending.resumes === undefined ? `cut at ${ending.unit}` : stageName(ending.resumes);
    case "exception":
      return `exception at ${ending.unit}: ${ending.reason}`;
  }
}

export const describeFilter = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([field, set]) => [field, describeSet(field, set)]));

export const describeWrites = (writes: Writes): Record<string, string> =>
  Object.fromEntries(Object.entries(writes).map(([field, write]) => [field, describeWrite(field, write)]));

function describeWrite(field: string, write: Write): string {
  const signed = (by: number): string => (by < 0 ? `- ${-by}` : `+ ${by}`);
  switch (write.kind) {
    case "const":
      return describeValue(field, write.value);
    case "add":
      return `${field} ${signed(write.by)}`;
    case "copy":
      return write.by === 0 ? write.from : `${write.from} ${signed(write.by)}`;
    case "set":
      return `${write.choice} of ${describeSet(field, write.values)}`;
  }
}

/** `10.0.0.0/8`, `80, 1024-65535`. */
export function describeSet(field: string, set: FieldSet): string {
  return intervalsOf(set)
    .map(([low, high]) => {
      if (low === high) return describeValue(field, low);
      const prefix = field.startsWith("ip") && high > 255 ? prefixesOf(low, high, 32) : [];
      if (prefix.length === 1) return `${formatIp(low)}/${prefix[0]!.length}`;
      return `${describeValue(field, low)}-${describeValue(field, high)}`;
    })
    .join(", ");
}

function describeValue(field: string, value: number): string {
  if (field === "ipSrc" || field === "ipDst") return formatIp(value);
  if (field === "ethSrc" || field === "ethDst") return formatMac(value);
  return field === "ethType" ? `0x${value.toString(16).padStart(4, "0")}` : String(value);
}

const describeState = (table: StateTable): SynthesisReport["states"][number] => ({
  id: table.id,
  egress: table.egress,
  inputs: [...table.inputs],
  replaces: [...table.replaces],
  fields: Object.fromEntries(
    table.fields.map((f) => [f.field, `${f.choice} of ${describeSet(f.field, f.values)}`]),
  ),
});

const describeCut = (cut: Cut): SynthesisReport["cuts"][number] => ({
  function: cut.nf,
  element: cut.element,
  unit: cut.unit,
  field: cut.field,
  reason: cut.reason,
  line: cut.span?.line ?? null,
});

/** The cuts as diagnostics, at the element that reads too late. */
export const cutDiagnostics = (cuts: readonly Cut[]) =>
  cuts.map((cut) => ({
    severity: "warning" as const,
    code: "synthesis-cut",
    message: `cut here: ${cut.reason}; ${cut.nf} stays a function of its own`,
    span: cut.span,
  }));
