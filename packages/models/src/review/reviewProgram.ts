import type { Diagnostic, Span } from "../core/index.ts";
import { type EstimateReport, type Intervals, intervalsOf, slowestPath } from "../latency/index.ts";
import { comparePrograms, type FeaturesReport, type Path, type ProgramComparison } from "../program/index.ts";
import type { EntityComparison } from "../snapshot/index.ts";
import type { PacketComparison } from "./comparePackets.ts";
import type { PlanRules, ReviewRules } from "./reviewPlan.ts";

/** A program before and after; null where that side does not have it. `problems`: why it cannot be read. */
export type ReviewedSide = { report: FeaturesReport | null; problems: readonly Diagnostic[] };
/** What a review looks at of an estimate. */
export type ReviewedEstimate = Pick<EstimateReport, "maxUs" | "notCounted"> & {
  /** of the slowest path; null where they are not known */
  intervals: Intervals | null;
};
export const reviewedEstimate = (report: EstimateReport): ReviewedEstimate => ({
  ...{ maxUs: report.maxUs, notCounted: report.notCounted },
  intervals: intervalsOf(slowestPath(report)),
});

type ReviewedDevice = {
  id: string;
  /** as the plan calls it, where that is a file */
  named?: string;
  /** how its profile changes, in words */
  changes?: string | null;
  before: ReviewedEstimate | null;
  after: ReviewedEstimate | null;
};

export type ReviewQuestion = {
  program: string;
  /** where that is not its name */
  file?: string;
  before: ReviewedSide | null;
  after: ReviewedSide | null;
  devices: readonly ReviewedDevice[];
  packets: PacketComparison | null;
  /** entries before and after; null where a side has no snapshot */
  entries: EntityComparison | null;
  /** what could not be compared, each a sentence */
  notCompared: readonly string[];
};

/** `error`: a rule fails. `warning`: something changed that no rule forbids. */
export type Finding = {
  rule: keyof PlanRules | "readable";
  level: "error" | "warning";
  message: string;
  /** whose latency it is about */
  device: string | null;
  place: Pick<Span, "file" | "line" | "column"> | null;
};

export type DeviceChange = {
  device: string;
  beforeUs: number | null;
  afterUs: number | null;
  /** of these means and of a packet; null where they are not known */
  beforeIntervals: Intervals | null;
  afterIntervals: Intervals | null;
  /** true when an extern of unknown cost is left out: `afterUs` is the least that it takes */
  isLeast: boolean;
};

export type ProgramReview = {
  program: string;
  file: string;
  comparison: ProgramComparison | null;
  added: readonly Path[];
  removed: readonly Path[];
  /** as they are after */
  changed: readonly Path[];
  devices: readonly DeviceChange[];
  packets: PacketComparison | null;
  entries: EntityComparison | null;
  findings: Finding[];
  notCompared: readonly string[];
};

/** What a change does to one program, held against the rules. Never throws. */
export function reviewProgram(question: ReviewQuestion, rules: ReviewRules): ProgramReview {
  const { program, before, after, packets, entries } = question;
  const findings = readableFindings(before?.problems ?? [], after?.problems ?? []);
  const say = (
    rule: Finding["rule"],
    level: Finding["level"],
    message: string,
    device: string | null = null,
  ): void => {
    findings.push({ rule, level, message, device, place: null });
  };
  const [old, now] = [before?.report ?? null, after?.report ?? null];
  const comparison = old && now ? comparePrograms(old, now) : null;
  const isBroken = after !== null && !now;
  if (isBroken && findings.every(({ level }) => level !== "error"))
    for (const rule of rulesOfPrograms(rules))
      if (rule !== "entries" || !entries)
        say(rule, "error", "the program can be read neither before nor after, so the rule is open");
  const pathsOf = (report: FeaturesReport | null, ids: readonly (string | null)[]): Path[] =>
    ids.flatMap((id) => report?.paths.find((path) => path.id === id) ?? []);
  const changed = (change: string) => comparison?.paths.filter((each) => each.change === change) ?? [];
  for (const [rule, kind, one, several] of [
    ["addedPaths", "added", "path added", "paths added"],
    ["removedPaths", "removed", "path removed", "paths removed"],
    ["changedPaths", "changed", "path changed", "paths changed"],
  ] as const) {
    const count = comparison?.counts[kind] ?? 0;
    if (count > 0) say(rule, levelOf(rules[rule]), `${count} ${count === 1 ? one : several}`);
  }
  const devices = question.devices.map(changeOf);
  devices.forEach((change, i) => {
    const { id, named = id, changes } = question.devices[i]!;
    if (changes) say("maxSlowdownPercent", "warning", changes, id);
    const budgetUs = rules.maxUs[id] ?? rules.maxUs[named];
    budgetFindings(change, budgetUs, rules, (rule, level, message) => say(rule, level, message, id));
  });
  const tables = now?.max?.table ?? null;
  if (rules.maxTables !== undefined && now && (tables === null || tables > rules.maxTables))
    say(
      "maxTables",
      "error",
      `a path meets ${tables ?? "an unknown number of"} ${tables === 1 ? "table" : "tables"}; the limit is ${rules.maxTables}`,
    );
  if (entries && entries.added + entries.removed + entries.changed > 0)
    say(
      "entries",
      levelOf(rules.entries),
      `${entries.added} added, ${entries.removed} removed, ${entries.changed} changed`,
    );
  if (packets && packets.differing > 0)
    say(
      "packets",
      levelOf(rules.packets),
      `${packets.differing} of ${packets.packets} packets leave differently than before`,
    );
  if (rules.packets === "forbid" && !packets && old && now)
    say("packets", "error", "packets could not be sent through both versions, so the rule is open");
  return {
    ...{ program, file: question.file ?? program, comparison, devices, packets, entries, findings },
    added: pathsOf(
      now,
      changed("added").map((each) => each.after),
    ),
    removed: pathsOf(
      old,
      changed("removed").map((each) => each.before),
    ),
    changed: pathsOf(
      now,
      changed("changed").map((each) => each.after),
    ),
    notCompared: [
      ...question.notCompared,
      ...(comparison && !comparison.complete
        ? ["not all paths are listed; those beyond the limit are not compared"]
        : []),
      ...(before === null ? ["the base has no such program"] : []),
      ...(after === null ? ["the head has no such program"] : []),
      ...(before?.report === null
        ? [`the base cannot be read: ${before.problems[0]?.message ?? "unknown"}`]
        : []),
    ],
  };
}

/** What is wrong with a program fails the review as far as the change brings it; a place may have moved. */
function readableFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): Finding[] {
  const textOf = ({ code, message }: Diagnostic): string => `${code} ${message}`;
  const known = before.map(textOf);
  return after.map((problem) => {
    const at = known.indexOf(textOf(problem));
    if (at >= 0) known.splice(at, 1);
    const { message, span } = problem;
    return {
      ...{
        rule: "readable",
        device: null,
        place: span && { file: span.file, line: span.line, column: span.column },
      },
      ...(at >= 0 ? { level: "warning", message: `as before: ${message}` } : { level: "error", message }),
    };
  });
}

/** Rules that cannot be held without both versions, or the one after; those of latency say so themselves. */
const rulesOfPrograms = (rules: ReviewRules) =>
  (["addedPaths", "removedPaths", "changedPaths", "packets", "entries", "maxTables"] as const).filter(
    (rule) => rules[rule] !== undefined && rules[rule] !== "allow",
  );

export const levelOf = (rule: "allow" | "forbid"): Finding["level"] =>
  rule === "forbid" ? "error" : "warning";

const changeOf = ({ id, before, after }: ReviewedDevice): DeviceChange => ({
  device: id,
  beforeUs: before?.maxUs ?? null,
  afterUs: after?.maxUs ?? null,
  beforeIntervals: before?.intervals ?? null,
  afterIntervals: after?.intervals ?? null,
  isLeast: (after?.notCounted ?? []).length > 0,
});

function budgetFindings(
  { device, beforeUs, afterUs, isLeast }: DeviceChange,
  budgetUs: number | undefined,
  rules: ReviewRules,
  say: (rule: Finding["rule"], level: Finding["level"], message: string) => void,
): void {
  const us = (value: number) => `${value.toFixed(2)} us`;
  if (budgetUs !== undefined) {
    if (afterUs === null)
      say("maxUs", "error", `the slowest path on ${device} is unknown, its budget is ${us(budgetUs)}`);
    else if (afterUs > budgetUs)
      say(
        "maxUs",
        "error",
        `the slowest path on ${device} takes ${isLeast ? "at least " : ""}${us(afterUs)}, over its budget of ${us(budgetUs)}`,
      );
    else if (isLeast)
      say(
        "maxUs",
        "error",
        `the slowest path on ${device} takes at least ${us(afterUs)}; whether its budget of ${us(budgetUs)} holds is unknown`,
      );
  }
  if (beforeUs === null || afterUs === null) {
    if (rules.maxSlowdownPercent !== undefined)
      say("maxSlowdownPercent", "error", `by how much the slowest path on ${device} changes is unknown`);
    return;
  }
  const percent = 100 * (afterUs / beforeUs - 1);
  if (Math.abs(afterUs - beforeUs) < 1e-9) return;
  const is = `the slowest path on ${device} goes from ${us(beforeUs)} to ${us(afterUs)} (${percent > 0 ? "+" : ""}${percent.toFixed(1)} %)`;
  const limit = rules.maxSlowdownPercent;
  if (limit !== undefined && percent > limit)
    say("maxSlowdownPercent", "error", `${is}, more than ${limit} %`);
  else say("maxSlowdownPercent", "warning", is);
}
