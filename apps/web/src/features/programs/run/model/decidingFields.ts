import type { PacketRun, RunStep } from "@/workers/run/runQuestions.ts";

/** What one decision of the program went by: a select, an `if`, or the keys of a table, as the program writes them. */
type Deciding = { step: number; what: string; values: { name: string; text: string }[] };

const NAME = /[A-Za-z_]\w*(?:\[\w+\])?(?:\.[A-Za-z_]\w*(?:\[\w+\])?)+/g;

/** The decisions that a copy of the packet met, with the values that they read: these may change its way. */
export function decidingFields({ steps }: PacketRun, branch: number): Deciding[] {
  return steps.flatMap((step, index): Deciding[] => {
    if (step.branch !== branch) return [];
    const values = valuesOf(step);
    return values.length === 0 ? [] : [{ step: index, what: whatOf(step), values }];
  });
}

function valuesOf({ event, fields }: RunStep): Deciding["values"] {
  if (event.kind === "state") return pairs(event.select ?? {});
  if (event.kind === "table") return pairs(event.keys);
  if (event.kind !== "condition") return [];
  const known = new Map(fields.map(({ name, text }) => [name, text]));
  return [...new Set(event.text.match(NAME))].flatMap((name) => {
    const text = known.get(name);
    return text === undefined ? [] : [{ name, text }];
  });
}

const pairs = (values: Readonly<Record<string, string>>): Deciding["values"] =>
  Object.entries(values).map(([name, text]) => ({ name, text }));

function whatOf({ event }: RunStep): string {
  if (event.kind === "table") return `table ${event.name}`;
  return event.kind === "state" ? `select in ${event.name}` : "if";
}
