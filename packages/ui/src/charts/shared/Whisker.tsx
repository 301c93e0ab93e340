import type { DrawnIntervals } from "./intervals.ts";

export interface WhiskerProps {
  intervals: DrawnIntervals;
  /** From microseconds to pixels. */
  x: (us: number) => number;
  y: number;
  /** Half the height of the ends. */
  reach?: number;
}

/**
 * Both intervals of a prediction: of its mean as a thick line, of a packet as a thin one with ends; a halo keeps them
 * legible on any bar.
 */
export function Whisker({ intervals: { mean, packet }, x, y, reach = 5 }: WhiskerProps) {
  const end = `v${2 * reach}`;
  const ofPacket =
    packet &&
    `M${x(packet.lowUs)},${y - reach}${end}M${x(packet.highUs)},${y - reach}${end}M${x(packet.lowUs)},${y}H${x(packet.highUs)}`;
  const ofMean = mean && `M${x(mean.lowUs)},${y}H${x(mean.highUs)}`;
  return (
    <g fill="none">
      {ofPacket ? <path d={ofPacket} className="stroke-surface" strokeWidth={3.5} /> : null}
      {ofMean ? <path d={ofMean} className="stroke-surface" strokeWidth={6} /> : null}
      {ofPacket ? (
        <path d={ofPacket} data-interval="packet" className="stroke-predicted" strokeWidth={1.5} />
      ) : null}
      {ofMean ? <path d={ofMean} data-interval="mean" className="stroke-predicted" strokeWidth={4} /> : null}
    </g>
  );
}
