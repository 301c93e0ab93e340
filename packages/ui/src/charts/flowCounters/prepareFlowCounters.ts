import { formatCountExact, formatPercent } from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";

export interface FlowLoss {
  reason: string;
  count: number;
}

/** One step of a pipeline of counters. */
export interface FlowStep {
  id: string;
  label: string;
  count: number;
  /** What fell out between this step and the next. */
  losses: readonly FlowLoss[];
}

export interface FlowCountersModel {
  steps: {
    id: string;
    label: string;
    count: string;
    /** Of the first step; 1 at the start. */
    share: number;
    shareText: string;
    losses: { reason: string; count: string; share: number; shareText: string }[];
    /** What neither went on nor was counted as lost; 0 when the counters add up. */
    unaccounted: number;
  }[];
  addsUp: boolean;
  undrawable: string | null;
  summary: string;
  twin: TableTwin;
}

/** Ready model of a chain of counters that must add up: a step is the next step plus what fell out in between. */
export function prepareFlowCounters(steps: readonly FlowStep[]): FlowCountersModel {
  const first = steps[0]?.count ?? 0;
  const share = (count: number) => (first > 0 ? count / first : 0);
  const prepared = steps.map((step, index) => {
    const next = steps[index + 1];
    const lost = step.losses.reduce((sum, loss) => sum + loss.count, 0);
    return {
      id: step.id,
      label: step.label,
      count: formatCountExact(step.count),
      share: share(step.count),
      shareText: formatPercent(share(step.count)),
      losses: step.losses
        .filter((loss) => loss.count > 0)
        .map((loss) => ({
          reason: loss.reason,
          count: formatCountExact(loss.count),
          share: share(loss.count),
          shareText: formatPercent(share(loss.count)),
        })),
      unaccounted: next ? step.count - lost - next.count : 0,
    };
  });
  return {
    steps: prepared,
    addsUp: prepared.every((step) => step.unaccounted === 0),
    undrawable: first > 0 ? null : "Nothing has arrived yet.",
    summary: prepared
      .map(
        (step) =>
          `${step.label} ${step.count}${step.losses.map((loss) => `, ${loss.reason} ${loss.count}`).join("")}`,
      )
      .join("; "),
    twin: {
      head: [{ label: "step" }, { label: "count", numeric: true }, { label: "share", numeric: true }],
      rows: prepared.flatMap((step) => [
        [step.label, step.count, step.shareText],
        ...step.losses.map((loss) => [`– ${loss.reason}`, loss.count, loss.shareText]),
        ...(step.unaccounted === 0
          ? []
          : [
              [
                "– not accounted for",
                formatCountExact(step.unaccounted),
                formatPercent(share(step.unaccounted)),
              ],
            ]),
      ]),
    },
  };
}
