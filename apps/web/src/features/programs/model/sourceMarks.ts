import type { Construct } from "@p4twin/models/device";
import type { GraphNode, Path } from "@p4twin/models/program";
import type { LineHeat, LineRange } from "@p4twin/ui/code";
import { formatLatency } from "@p4twin/ui/format";
import type { CountedLine, PathDetail } from "@/workers/program/pageQuestions.ts";
import type { LineMap } from "./lineMap.ts";

/** Cost of one construct more on a device (us), by construct. */
export type ConstructCosts = Partial<Record<Construct, number>>;

/** Lines of the program's own file that a path counts, each once, ascending. */
export const linesOfPath = (path: Pick<Path, "source">): number[] =>
  [
    ...new Set(path.source.filter((counted) => counted.file === undefined).map((counted) => counted.line)),
  ].sort((a, b) => a - b);

const countsOf = ({ counts }: CountedLine): [Construct, number][] =>
  Object.entries(counts) as [Construct, number][];

/** What a line adds on a device at most (us): its counts times their costs. Savings count by their size. */
const sizeUs = (line: CountedLine, costs: ConstructCosts): number =>
  countsOf(line).reduce((sum, [construct, count]) => sum + count * Math.abs(costs[construct] ?? 0), 0);

/** What a line counts and costs, a sentence per construct: `parse: 1 × 1.63 µs = 1.63 µs on agilio-cx`. */
export function lineCostWords(line: CountedLine, costs: ConstructCosts, device: string | null): string[] {
  return countsOf(line).map(([construct, count]) => {
    const us = costs[construct];
    if (us === undefined || device === null) return `counts ${construct} ${count}`;
    return `${construct}: ${count} × ${formatLatency(us, "us")} µs = ${formatLatency(count * us, "us")} µs on ${device}`;
  });
}

/** Heat of the lines on one device, 0 to 1 of the dearest; lines that are no longer in the text are left out. */
export function lineHeat(
  lines: readonly CountedLine[],
  costs: ConstructCosts,
  device: string | null,
  map: LineMap,
): LineHeat[] {
  const dearest = Math.max(0, ...lines.map((line) => sizeUs(line, costs)));
  if (dearest === 0) return [];
  return lines.flatMap((counted): LineHeat[] => {
    const [line, us] = [map(counted.line), sizeUs(counted, costs)];
    if (line === null || us === 0) return [];
    return [{ line, heat: us / dearest, title: lineCostWords(counted, costs, device).join("\n") }];
  });
}

/** Lines to light up: those that the path counts, and those of the selected node. */
export function litLines(detail: PathDetail | null, node: GraphNode | null, map: LineMap): LineRange[] {
  const counted = detail ? linesOfPath(detail.path) : [];
  const ranges = counted.map((line): LineRange => ({ from: line, to: line, tone: "path" }));
  if (node?.span) ranges.push({ from: node.span.line, to: node.span.line, tone: "focus" });
  return ranges.flatMap((range): LineRange[] => {
    const line = map(range.from);
    return line === null ? [] : [{ ...range, from: line, to: line }];
  });
}

/** The path to show for a line: the shown one when it passes there, else the first that does. */
export function pathAtLine(
  lines: readonly CountedLine[],
  line: number,
  shown: Pick<Path, "id" | "source"> | null,
): string | null {
  if (shown && linesOfPath(shown).includes(line)) return shown.id;
  return lines.find((counted) => counted.line === line)?.firstPath ?? null;
}

/** The node that stands at a line of a file: the one whose text is shortest. */
export function nodeAtLine(nodes: readonly GraphNode[], file: string, line: number): GraphNode | null {
  let best: GraphNode | null = null;
  const height = ({ span }: GraphNode): number =>
    span ? span.endLine - span.line : Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const { span } = node;
    if (!span || span.file !== file || line < span.line || line > span.endLine) continue;
    if (!best || height(node) < height(best)) best = node;
  }
  return best;
}
