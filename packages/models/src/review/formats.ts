import type { Intervals } from "../latency/index.ts";
import type { Path } from "../program/index.ts";
import { type EntityComparison, entityWords } from "../snapshot/index.ts";
import type { PacketDifference, SentFrame } from "./comparePackets.ts";
import type { EntriesMet } from "./entries/goals.ts";
import type { CloudReview } from "./reviewCloud.ts";
import type { DeviceChange, Finding, ProgramReview } from "./reviewProgram.ts";

export const reviewFormats = ["text", "markdown", "sarif"] as const;
export type ReviewFormat = (typeof reviewFormats)[number];

/** Entries that are named one by one (our choice); the rest is counted. */
const MOST_ENTRIES = 20;
/** Paths of one kind that are named one by one (our choice); the rest is counted. */
const MOST_PATHS = 10;

/** A review for people, for a pull request, or for tools that read SARIF 2.1.0. */
export function showReview(
  reviews: readonly ProgramReview[],
  clouds: readonly CloudReview[],
  format: ReviewFormat,
): string {
  if (format === "sarif") return `${JSON.stringify(sarifOf(reviews, clouds), null, 2)}\n`;
  const style = format === "text" ? TEXT : MARKDOWN;
  return [
    ...reviews.map((review) => sectionOf(review, style)),
    ...clouds.map((review) => cloudSectionOf(review, style)),
  ].join("\n");
}

type Style = {
  title(text: string): string;
  item(text: string): string;
  code(text: string): string;
  level: Readonly<Record<Finding["level"], string>>;
};

const TEXT: Style = {
  title: (text) => `${text}\n`,
  item: (text) => `  ${text}\n`,
  code: (text) => text,
  level: { error: "FAIL", warning: "note" },
};
const MARKDOWN: Style = {
  title: (text) => `### ${text}\n\n`,
  item: (text) => `- ${text}\n`,
  code: (text) => `\`${text.replaceAll("`", "'")}\``,
  level: { error: "**fails**", warning: "note" },
};

function sectionOf(review: ProgramReview, style: Style): string {
  const { item, code } = style;
  const counts = review.comparison?.counts;
  const paths = counts
    ? `: ${counts.same} paths the same, ${counts.changed} changed, ${counts.added} added, ${counts.removed} removed`
    : "";
  return [
    style.title(`${review.program}${paths}`),
    ...(review.findings.length === 0 ? [item("nothing changes that a rule reads")] : []),
    ...review.findings.map((finding) => item(`${style.level[finding.level]} ${findingText(finding)}`)),
    ...review.devices.map((device) => item(deviceText(device))),
    ...entryTexts(review.entries, style),
    ...(review.packets?.entries ? [item(entriesMetText(review.packets.entries))] : []),
    ...pathTexts("added", review.added, style),
    ...pathTexts("removed", review.removed, style),
    ...(review.packets?.differences ?? []).map((each) => item(differenceText(each, code))),
    ...review.notCompared.map((text) => item(`not compared: ${text}`)),
  ].join("");
}

function cloudSectionOf(
  { cloud, chains, changes, findings, notCompared }: CloudReview,
  style: Style,
): string {
  const { title, item, level } = style;
  const counts = `${changes.length} ${changes.length === 1 ? "change" : "changes"}, ${chains.length} ${chains.length === 1 ? "chain" : "chains"}`;
  return [
    title(`${cloud}: ${counts}`),
    ...(findings.length === 0 ? [item("nothing changes that a rule reads")] : []),
    ...findings.map((finding) => item(`${level[finding.level]} ${findingText(finding)}`)),
    ...notCompared.map((text) => item(`not compared: ${text}`)),
  ].join("");
}

const findingText = ({ rule, message, place }: Finding): string =>
  `${rule}: ${place ? `${place.file}:${place.line}:${place.column}: ` : ""}${message}`;

const deviceText = ({ device, isLeast, ...change }: DeviceChange): string =>
  `slowest path on ${device}: ${latencyText(change.beforeUs, change.beforeIntervals)} before, ${isLeast ? "at least " : ""}${latencyText(change.afterUs, change.afterIntervals)} after`;

/** `9.05 us (mean 8.65 to 9.45, a packet 8.60 to 9.50)`: one standard deviation each. */
function latencyText(us: number | null, intervals: Intervals | null): string {
  if (us === null) return "unknown";
  const of = (what: string, low: number | null, high: number | null): string[] =>
    low === null || high === null ? [] : [`${what} ${low.toFixed(2)} to ${high.toFixed(2)}`];
  const both = intervals
    ? [
        ...of("mean", intervals.meanLowUs, intervals.meanHighUs),
        ...of("a packet", intervals.lowUs, intervals.highUs),
      ]
    : [];
  return `${us.toFixed(2)} us${both.length === 0 ? "" : ` (${both.join(", ")})`}`;
}

function entryTexts(entries: EntityComparison | null, { item, code }: Style): string[] {
  if (!entries) return [];
  const shown = entries.changes.slice(0, MOST_ENTRIES).map((each) => {
    const [key, value] = entityWords(each.change === "removed" ? each.before : each.after);
    const was = each.change === "changed" ? `, was ${code(entityWords(each.before)[1])}` : "";
    return item(`entry ${each.change}: ${code(key)}: ${code(value)}${was}`);
  });
  const more = entries.changes.length - shown.length;
  return more > 0 ? [...shown, item(`and ${more} more entries`)] : shown;
}

const entriesMetText = ({ changed, met, differing }: EntriesMet): string =>
  `packets hit ${met} of ${changed} changed ${changed === 1 ? "entry" : "entries"}; with ${differing} of them one leaves differently`;

/** States, tables with their actions, and what becomes of the packet. */
export const pathText = ({ states, tables, outcome }: Path): string =>
  [...states, ...tables.map(({ name, action }) => `${name}:${action}`), outcome].join(" ");

function pathTexts(what: string, paths: readonly Path[], { item, code }: Style): string[] {
  const shown = paths.slice(0, MOST_PATHS).map((path) => item(`${what} ${code(pathText(path))}`));
  return paths.length > MOST_PATHS
    ? [...shown, item(`and ${paths.length - MOST_PATHS} more ${what}`)]
    : shown;
}

export function differenceText(
  { packets, witness, before, after }: PacketDifference,
  code: Style["code"],
): string {
  const side = ({ sent, decided }: PacketDifference["before"]): string => {
    const by = decided
      ? ` (${decided.table}: ${decided.entry === null ? "no entry" : decided.entry}, ${decided.action})`
      : "";
    return `${leaves(sent)}${by}`;
  };
  const packet = code(witness.text ?? witness.hex);
  const needs = (witness.stf ?? "").split("\n").filter((line) => /^(add|setdefault) /.test(line));
  const entries = needs.length > 0 ? ` with ${needs.map(code).join(", ")}` : "";
  return `${packets} packets such as ${packet} at port ${witness.port}${entries}: before ${side(before)}; after ${side(after)}${changedByte(before.sent, after.sent)}`;
}

/** Where the first frame differs that leaves on both sides at the same ports. */
function changedByte(before: readonly SentFrame[], after: readonly SentFrame[]): string {
  if (leaves(before) !== leaves(after)) return "";
  const [old, now] = before
    .flatMap(({ hex }, i) => (after[i] && after[i].hex !== hex ? [[hex, after[i].hex] as const] : []))
    .at(0) ?? ["", ""];
  const byteOf = (hex: string, at: number): string => hex.slice(2 * at, 2 * at + 2) || "none";
  for (let at = 0; 2 * at < Math.max(old.length, now.length); at++)
    if (byteOf(old, at) !== byteOf(now, at))
      return `; byte ${at} was ${byteOf(old, at)}, is ${byteOf(now, at)}`;
  return "";
}

const leaves = (sent: readonly SentFrame[]): string =>
  sent.length === 0 ? "dropped" : `to port ${sent.map(({ port }) => port).join(", ")}`;

const RULES: Readonly<Record<Finding["rule"], string>> = {
  readable: "The program can be read",
  maxUs: "The slowest path keeps its budget",
  maxSlowdownPercent: "The slowest path becomes slower by no more than a limit",
  maxTables: "A path meets no more tables than a limit",
  addedPaths: "Paths added",
  removedPaths: "Paths removed",
  changedPaths: "Paths changed",
  entries: "Entries added, removed or changed",
  packets: "Packets that leave differently than before",
  maxChainUs: "A chain keeps its budget",
  chains: "Chains keep their place, capacity and budget",
  moves: "Functions move to other devices",
  topology: "Nodes, links, chains and profiles of a cloud change",
};

function sarifOf(reviews: readonly ProgramReview[], clouds: readonly CloudReview[]): unknown {
  const rules = Object.entries(RULES).map(([id, text]) => ({
    // SARIF wants identifiers of this form for people
    ...{ id, name: id.charAt(0).toUpperCase() + id.slice(1) },
    shortDescription: { text },
  }));
  const all: { file: string; findings: readonly Finding[] }[] = [
    ...reviews,
    ...clouds.map(({ cloud, findings }) => ({ file: cloud, findings })),
  ];
  const results = all.flatMap(({ file, findings }) =>
    findings.map(({ rule, level, message, place }) => ({
      // a change that no rule forbids is nothing to warn of
      ...{ ruleId: rule, level: level === "error" ? level : "note", message: { text: message } },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(place?.file ?? file) },
            region: { startLine: place?.line ?? 1, startColumn: place?.column ?? 1 },
          },
        },
      ],
    })),
  );
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "p4twin review", rules } }, results }],
  };
}
