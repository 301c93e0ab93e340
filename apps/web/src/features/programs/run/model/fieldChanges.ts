import type { FieldValue } from "@p4twin/models/run";
import type { PacketRun } from "@/workers/run/runQuestions.ts";

/** A field before and after a step; null: its header was not valid. */
export type FieldChange = { name: string; before: string | null; after: string | null; changed: boolean };

/** All fields that stand before or after, in the order of the program. */
export function fieldChanges(before: readonly FieldValue[], after: readonly FieldValue[]): FieldChange[] {
  const old = new Map(before.map(({ name, text }) => [name, text]));
  const now = new Map(after.map(({ name, text }) => [name, text]));
  const gone = before.filter(({ name }) => !now.has(name)).map(({ name }) => name);
  return [...after.map(({ name }) => name), ...gone].map((name) => {
    const [was, is] = [old.get(name) ?? null, now.get(name) ?? null];
    return { name, before: was, after: is, changed: was !== is };
  });
}

/** The fields as they were before a step: after the one before it, or where its copy was made. */
export function fieldsBefore({ steps, branches }: PacketRun, index: number): readonly FieldValue[] {
  const branch = steps[index]?.branch ?? 0;
  const previous = steps[index - 1];
  if (previous?.branch === branch) return previous.fields;
  const { parent, isNewPass } = branches[branch] ?? { parent: null, isNewPass: true };
  if (parent === null || isNewPass) return [];
  return steps.findLast((step) => step.branch === parent)?.fields ?? [];
}
