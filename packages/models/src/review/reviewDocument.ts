import type { Path } from "../program/index.ts";
import { entityWords, keyOf } from "../snapshot/index.ts";
import { differenceText, pathText } from "./formats.ts";
import type { CloudReview } from "./reviewCloud.ts";
import type { Finding, ProgramReview } from "./reviewProgram.ts";

export const findingKinds = [
  "path-added",
  "path-removed",
  "path-changed",
  "latency",
  "packet",
  "entry-added",
  "entry-removed",
  "entry-changed",
  "budget",
  "placement",
  "not-comparable",
] as const;
type FindingKind = (typeof findingKinds)[number];

/** One thing that changed. `error`: a rule fails; `warning`: it is open whether something changed. */
type DocumentFinding = {
  kind: FindingKind;
  severity: "error" | "warning" | "info";
  message: string;
  program: string;
  device: string | null;
  /** of `p4twin.yaml`, or `readable`; null: none is held against it */
  rule: string | null;
  /** PORT:HEX, as `p4twin run --packet` takes it; a test in STF that one side passes where it needs own entries */
  witness: string | null;
};

type ReviewDocument = {
  base: string;
  head: string;
  failed: boolean;
  findings: DocumentFinding[];
  /** all that was compared, program by program */
  programs: readonly ProgramReview[];
  /** and cloud by cloud */
  clouds: readonly CloudReview[];
};

/** A review for tools: one list of findings, and what they come from. */
export const reviewDocument = (
  base: string,
  head: string,
  reviews: readonly ProgramReview[],
  clouds: readonly CloudReview[] = [],
): ReviewDocument => ({
  base,
  head,
  failed: fails(reviews) || fails(clouds),
  findings: [...reviews.flatMap(findingsOf), ...clouds.flatMap(cloudFindingsOf)],
  programs: reviews.map(withoutWitnesses),
  clouds,
});

/** Findings have them. */
const withoutWitnesses = (review: ProgramReview): ProgramReview => {
  const { packets } = review;
  if (!packets?.entries) return review;
  return { ...review, packets: { ...packets, entries: { ...packets.entries, witnesses: {} } } };
};

/** Whether a rule fails. */
export const fails = (reviews: readonly { findings: readonly Finding[] }[]): boolean =>
  reviews.some(({ findings }) => findings.some(({ level }) => level === "error"));

const cloudFindingsOf = ({ cloud, findings, notCompared }: CloudReview): DocumentFinding[] => {
  const about = { program: cloud, device: null, witness: null };
  return [
    ...findings.map(
      ({ kind, level, rule, message }): DocumentFinding => ({
        ...about,
        ...{ kind, message },
        ...(level === "error" ? { severity: "error", rule } : { severity: "info", rule: null }),
      }),
    ),
    ...notCompared.map(
      (message): DocumentFinding => ({
        ...about,
        ...{ kind: "not-comparable", severity: "warning", rule: null, message },
      }),
    ),
  ];
};

const KIND_OF_LIMIT: Partial<Record<Finding["rule"], FindingKind>> = {
  readable: "not-comparable",
  maxUs: "budget",
  maxTables: "budget",
  maxSlowdownPercent: "latency",
};

function findingsOf(review: ProgramReview): DocumentFinding[] {
  const { program, comparison, packets, entries } = review;
  const found: DocumentFinding[] = [];
  const add = (
    kind: FindingKind,
    of: Pick<DocumentFinding, "severity" | "rule" | "message"> & Partial<DocumentFinding>,
  ): void => {
    found.push({ kind, program, device: null, witness: null, ...of });
  };
  /** What one rule says of all that it is about. */
  const underRule = (rule: Finding["rule"]): Pick<DocumentFinding, "severity" | "rule"> =>
    review.findings.some((each) => each.rule === rule && each.level === "error")
      ? { severity: "error", rule }
      : { severity: "info", rule: null };

  for (const { rule, level, message, device } of review.findings) {
    const kind = KIND_OF_LIMIT[rule];
    if (kind)
      add(kind, {
        severity: level === "error" ? level : "info",
        rule: level === "error" ? rule : null,
        message,
        device,
      });
    else if (rule === "packets" && !packets) add("not-comparable", { severity: level, rule, message });
  }
  const delta = (path: Path): string => {
    const change = comparison?.paths.find(({ after }) => after === path.id)?.delta;
    const counts = Object.entries(change ?? {}).filter(([, count]) => count !== 0);
    const words = counts.map(([construct, count]) => `${construct} ${count > 0 ? "+" : ""}${count}`);
    return words.length === 0 ? "" : `: ${words.join(", ")}`;
  };
  for (const path of review.added)
    add("path-added", { ...underRule("addedPaths"), message: `path comes: ${pathText(path)}` });
  for (const path of review.removed)
    add("path-removed", { ...underRule("removedPaths"), message: `path goes: ${pathText(path)}` });
  for (const path of review.changed)
    add("path-changed", {
      ...underRule("changedPaths"),
      message: `path changes: ${pathText(path)}${delta(path)}`,
    });
  for (const each of packets?.differences ?? [])
    add("packet", {
      ...underRule("packets"),
      message: differenceText(each, (text) => text),
      witness: each.witness.stf ?? `${each.witness.port}:${each.witness.hex}`,
    });
  for (const each of entries?.changes ?? []) {
    const entity = each.change === "removed" ? each.before : each.after;
    const [key, value] = entityWords(entity);
    const was = each.change === "changed" ? `, was ${entityWords(each.before)[1]}` : "";
    add(`entry-${each.change}`, {
      ...underRule("entries"),
      message: `${key}: ${value}${was}`,
      witness: packets?.entries?.witnesses[keyOf(entity)] ?? null,
    });
  }
  for (const message of review.notCompared)
    add("not-comparable", { severity: "warning", rule: null, message });
  return found;
}
