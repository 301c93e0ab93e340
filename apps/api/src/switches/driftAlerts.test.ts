import { describe, expect, test } from "vitest";
import { stepDrift } from "./driftAlerts.ts";
import type { Intent } from "./schema.ts";

const AT = new Date("2026-01-01T00:01:00.000Z");
const of = (severity: "warning" | "critical", text: string) => ({
  ...{ severity, text, total: 1 },
  items: [{ severity, what: "missing" as const, text }],
});
const warning = of("warning", "1 not intended");
const critical = of("critical", "1 missing");
const open = (said: typeof warning | typeof critical) => ({
  id: "d",
  openedAt: "2026-01-01T00:00:00.000Z",
  ...{ severity: said.severity, text: said.text },
});
const intent = (rule: Intent["rule"], drift: Intent["drift"] = null): Intent => ({
  ...{ snapshotId: "i", setAt: "2026-01-01T00:00:00.000Z", setBy: null, rule, drift },
});

describe("drift from intent", () => {
  test.each([
    ["begins", intent("warning"), warning, "opened"],
    ["begins below what the rule tells", intent("critical"), warning, null],
    ["begins while nobody wants to hear", intent("off"), critical, null],
    ["grows beyond the rule", intent("critical", open(warning)), critical, "opened"],
    ["grows", intent("warning", open(warning)), critical, "changed"],
    ["goes on", intent("warning", open(warning)), warning, "same"],
    ["shrinks below the rule", intent("critical", open(critical)), warning, "closed"],
    ["ends", intent("critical", open(critical)), null, "closed"],
    ["ends, and nobody was told of it", intent("critical", open(warning)), null, null],
    ["is not there", intent("warning"), null, null],
  ] as const)("%s", (_, before, judged, what) => {
    const step = stepDrift(before, judged, AT, { newId: () => "new" });
    expect(step.told?.what ?? null).toBe(what);
    expect(step.intent.drift).toEqual(
      judged && {
        ...{ severity: judged.severity, text: judged.text },
        ...(before.drift
          ? { id: "d", openedAt: before.drift.openedAt }
          : { id: "new", openedAt: AT.toISOString() }),
      },
    );
    if (step.told && step.told.what !== "closed") {
      const { text, items, total, severity } = judged ?? critical;
      const evidence = { text, items, total, intendedSnapshotId: "i", ending: null };
      expect(step.told.content).toEqual({ severity, evidence });
    }
  });

  test("a stricter rule closes what was told by the one before", () => {
    const { told } = stepDrift(intent("critical", open(warning)), warning, AT, { ruleBefore: "warning" });
    expect(told).toEqual({
      what: "closed",
      ending: "1 not intended The rule of the switch says nothing of it.",
    });
  });
});
