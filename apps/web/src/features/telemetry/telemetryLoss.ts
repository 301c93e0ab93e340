import type { TelemetryState } from "./useTelemetry.ts";

type Counted = Pick<TelemetryState, "kernelDropped" | "refused"> & {
  exporters: readonly Pick<
    TelemetryState["exporters"][number],
    "received" | "undecodable" | "sequenceGaps"
  >[];
};

/** A larger share of loss is worth a look (our choice): a stray datagram among thousands is not. */
export const LOSS_WORTH_A_LOOK = 0.001;

/**
 * What was sent here and did not become a report: datagrams lost on the way, in the kernel, refused or not readable.
 */
export type TelemetryLoss = {
  lost: number;
  sent: number;
  /** null before anything was sent */
  share: number | null;
};

/**
 * Loss of telemetry since the collector started. sent = received + refused + missing by sequence numbers;
 * datagrams that the kernel dropped are among the missing ones where exporters number their reports, so the
 * larger of the two counts.
 */
export function telemetryLoss({ kernelDropped, refused, exporters }: Counted): TelemetryLoss {
  const sum = (of: "received" | "undecodable" | "sequenceGaps") => exporters.reduce((n, e) => n + e[of], 0);
  const missing = Math.max(sum("sequenceGaps"), kernelDropped ?? 0);
  const sent = sum("received") + refused + missing;
  const lost = sum("undecodable") + refused + missing;
  return { lost, sent, share: sent > 0 ? lost / sent : null };
}
