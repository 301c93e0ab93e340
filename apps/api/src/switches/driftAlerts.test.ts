import { describe, expect, test } from "vitest";
import { stepDrift } from "./driftAlerts.ts";
import type { Intent } from "./schema.ts";

const AT = new Date("2026-01-01T00:01:00.000Z");
const SWITCH = { id: "s", name: "leaf" };
const warning = { severity: "warning" as const, text: "1 not intended" };
const critical = { severity: "critical" as const, text: "1 missing" };
const open = (said: typeof warning | typeof critical) => ({
  id: "d",
  openedAt: "2026-01-01T00:00:00.000Z",
  ...said,
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
    ["goes on", intent("warning", open(warning)), warning, null],
    ["shrinks below the rule", intent("critical", open(critical)), warning, "closed"],
    ["ends", intent("critical", open(critical)), null, "closed"],
    ["ends, and nobody was told of it", intent("critical", open(warning)), null, null],
    ["is not there", intent("warning"), null, null],
  ] as const)("%s", (_, before, judged, what) => {
    const step = stepDrift(SWITCH, before, judged, AT, { newId: () => "new" });
    expect(step.told?.what ?? null).toBe(what);
    expect(step.intent.drift).toEqual(
      judged && {
        ...judged,
        ...(before.drift
          ? { id: "d", openedAt: before.drift.openedAt }
          : { id: "new", openedAt: AT.toISOString() }),
      },
    );
    if (step.told)
      expect(step.told.drift).toMatchObject({
        ...{ switchId: "s", switchName: "leaf", closedAt: what === "closed" ? AT.toISOString() : null },
      });
  });

  test("a stricter rule closes what was told by the one before", () => {
    const { told } = stepDrift(SWITCH, intent("critical", open(warning)), warning, AT, {
      ruleBefore: "warning",
    });
    expect(told).toMatchObject({ what: "closed", drift: { id: "d", severity: "warning" } });
  });
});
