import type { ReactNode } from "react";
import {
  chooseLatencyUnit,
  formatLatencyInterval,
  formatLatencyRange,
  LATENCY_UNIT_LABEL,
  type LatencyIntervals,
  type LatencyUnit,
} from "../format/index.ts";
import { StatTile } from "./StatTile.tsx";

export interface PredictedTileProps extends LatencyIntervals {
  label: string;
  /** Predicted mean in microseconds; null when unknown. */
  us: number | null;
  /** That of tiles beside it; left out, the one that suits the mean. */
  unit?: LatencyUnit;
  /** What is said beside the interval of a packet. */
  context?: ReactNode;
}

/** A predicted latency as a tile: mean with its interval, below it that of a packet. */
export function PredictedTile({ label, us, unit: inUnit, context, ...intervals }: PredictedTileProps) {
  const { meanLowUs, meanHighUs, lowUs, highUs } = intervals;
  const unit = inUnit ?? chooseLatencyUnit([us]);
  const packet =
    us === null || lowUs === null || highUs === null
      ? null
      : `packet ${formatLatencyRange(lowUs, highUs, unit)} ${LATENCY_UNIT_LABEL[unit]}`;
  return (
    <StatTile
      label={label}
      value={us === null ? null : formatLatencyInterval(us, meanLowUs, meanHighUs, unit)}
      unit={LATENCY_UNIT_LABEL[unit]}
      context={
        packet && context ? (
          <>
            {packet}; {context}
          </>
        ) : (
          (packet ?? context)
        )
      }
    />
  );
}
