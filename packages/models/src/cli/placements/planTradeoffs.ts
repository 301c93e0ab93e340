import loadHighs from "highs";
import {
  type Catalogue,
  type PlanFront,
  type Problem,
  planDevices,
  planFront,
} from "../../placement/index.ts";
import { formatTable, intervalColumns, showIntervals, showUs } from "../table.ts";

export type PlanTradeoffInput = {
  catalogue: Catalogue;
  engine: string;
  against: PlanFront["against"];
  timeLimitS: number;
  nowMs: () => number;
  signal: AbortSignal;
};

const MS_PER_S = 1000;

/** Trade-offs of what to buy; all solves in this thread, since a thread for each would cost more than the solve. */
export async function planTradeoffs(
  problem: Problem,
  { engine, ...rest }: PlanTradeoffInput,
): Promise<PlanFront> {
  const highs = await loadHighs();
  const { catalogue, nowMs } = rest;
  return planFront(problem, {
    ...rest,
    async solve(asked, timeLimitS) {
      const timeLimitMs = timeLimitS === null ? null : timeLimitS * MS_PER_S;
      return planDevices(asked, catalogue, engine, { timeLimitMs, nowMs }, highs);
    },
  });
}

export function frontText({ against, engine, points, notes, conflicts, solves, timeMs }: PlanFront): string {
  if (points.length === 0) {
    const lines = conflicts.map((c) => `  ${c.message} [${c.constraint}]\n`);
    return `no plan (${engine})\n\nConflicting constraints:\n${lines.join("")}`;
  }
  const head = `${points.length} trade-offs of ${against} and delay (${engine}, ${solves} solves, ${timeMs.toFixed(1)} ms)\n`;
  const columns = [
    { title: against === "cost" ? "cost $" : "power W", align: "right" },
    { title: "sum of delays us", align: "right" },
    intervalColumns[0],
    { title: "proven" },
    { title: "devices" },
  ] as const;
  const rows = points.map(({ value, delayUs, proven, plan }) => [
    String(value),
    showUs(delayUs),
    showIntervals(plan)[0],
    proven ? "yes" : "no",
    plan.types.map((t) => `${t.count} ${t.profile}`).join(", "),
  ]);
  return `${head}\n${formatTable(columns, rows)}\n${notes.map((n) => `note: ${n}\n`).join("")}`;
}
