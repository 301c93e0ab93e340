import type { Path, ProgramGraph } from "@p4twin/models/program";

/** Lines of the program's own file that a path counts, each once, ascending. */
export const linesOfPath = (path: Path): number[] =>
  [
    ...new Set(path.source.filter((counted) => counted.file === undefined).map((counted) => counted.line)),
  ].sort((a, b) => a - b);

/**
 * Cost of each line on one device, 0 to 1 of the dearest line, over all paths: how often a construct of the line is
 * counted on a path at most, times its cost. Negative costs (a removal that saves time) count by their size.
 */
export function lineHeat(
  paths: readonly Path[],
  costUs: Readonly<Record<string, number>>,
): Map<number, number> {
  const cost = new Map<number, number>();
  for (const path of paths) {
    const onPath = new Map<number, number>();
    for (const { line, construct, file } of path.source) {
      if (file !== undefined) continue;
      onPath.set(line, (onPath.get(line) ?? 0) + Math.abs(costUs[construct] ?? 0));
    }
    for (const [line, us] of onPath) cost.set(line, Math.max(cost.get(line) ?? 0, us));
  }
  const dearest = Math.max(0, ...cost.values());
  if (dearest === 0) return new Map();
  return new Map([...cost].filter(([, us]) => us > 0).map(([line, us]) => [line, us / dearest]));
}

/** The path to show for a line of the source: the shown one when it passes there, else the first that does. */
export function pathAtLine(paths: readonly Path[], line: number, shown: string | null): string | null {
  const passing = paths.filter((path) => linesOfPath(path).includes(line));
  return (passing.find((path) => path.id === shown) ?? passing[0])?.id ?? null;
}

/** The path to show for a node of the graph, by the same rule. */
export function pathThroughNode(graph: ProgramGraph, nodeId: string, shown: string | null): string | null {
  const passing = graph.paths.filter((path) => path.nodes.includes(nodeId));
  return (passing.find((path) => path.id === shown) ?? passing[0])?.id ?? null;
}
