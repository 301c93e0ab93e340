import { type EntityChange, type EntityComparison, entityWords } from "@p4twin/models/snapshot";
import type { Severity } from "@p4twin/models/twin";
import type { AttachedSwitch, Drift } from "./schema.ts";

/** Differences that are listed; the rest is counted (our choice). */
const LISTED = 500;

/**
 * What runs against what should: another pipeline first, then what is missing, changed, and unknown. What is missing or
 * another program is critical; what somebody added is a warning.
 */
export function driftOf(
  found: { pipelineChanged: boolean; changes: readonly EntityChange[] } | null,
  { state, message }: Pick<AttachedSwitch, "state" | "message">,
  program: readonly string[],
): Drift {
  const items: Drift["items"] = [];
  if (state !== "live")
    items.push({
      severity: state === "empty" ? "critical" : "warning",
      what: "unread",
      text:
        state === "empty" ? "The switch has no pipeline." : `What runs now is unknown: ${message ?? state}`,
    });
  if (found?.pipelineChanged)
    items.push({ severity: "critical", what: "pipeline", text: "Another pipeline runs than intended." });
  for (const text of program.slice(0, LISTED)) items.push({ severity: "critical", what: "program", text });
  const changes = found?.changes ?? [];
  for (const change of ["removed", "changed", "added"] as const)
    for (const each of changes) if (each.change === change) items.push(itemOf(each));
  return { items: items.slice(0, LISTED), total: items.length };
}

/**
 * How bad it is, and in words by how much; null: it is as intended. The bound program is not asked for: it has to be
 * analysed, and an alert must not depend on whether that was in time.
 */
export function driftSummary({
  added,
  removed,
  changed,
  pipelineChanged,
}: Pick<EntityComparison, "added" | "removed" | "changed"> & { pipelineChanged: boolean }): {
  severity: Severity;
  text: string;
} | null {
  const parts = [
    ...(pipelineChanged ? ["another pipeline"] : []),
    ...(removed > 0 ? [`${removed} missing`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(added > 0 ? [`${added} not intended`] : []),
  ];
  if (parts.length === 0) return null;
  const severity = pipelineChanged || removed + changed > 0 ? "critical" : "warning";
  return { severity, text: `Against the intent: ${parts.join(", ")}.` };
}

function itemOf(each: EntityChange): Drift["items"][number] {
  switch (each.change) {
    case "removed":
      return {
        severity: "critical",
        what: "missing",
        text: `missing: ${entityWords(each.before).join(" => ")}`,
      };
    case "changed": {
      const [key, after] = entityWords(each.after);
      return {
        ...{ severity: "critical", what: "changed" },
        text: `${key} is ${after}, intended ${entityWords(each.before)[1]}`,
      };
    }
    case "added":
      return {
        severity: "warning",
        what: "unknown",
        text: `not intended: ${entityWords(each.after).join(" => ")}`,
      };
  }
}
