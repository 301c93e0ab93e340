import type { PacketOutcome, PacketRecord } from "../packet.ts";
import { type DelaySummary, summariseDelays } from "./delaySample.ts";

/**
 * What became of the packets of one flow. Delays in us from the source to the end of the path; null when none
 * was delivered.
 */
export type FlowSummary = {
  flowId: string;
  sent: number;
  delivered: number;
  policyDrops: number;
  tailDrops: number;
  vnfLosses: number;
  /** share of the sent packets that was not delivered */
  loss: number;
} & DelaySummary;

/** Collects packet records of many flows; `summaries` is exact, it keeps every delay. */
export type FlowTally = { add(packet: PacketRecord): void; summaries(): FlowSummary[] };

type Sums = { outcomes: Record<PacketOutcome, number>; delaysUs: number[] };

/**
 * A tally of the packets that were sent from `fromUs` on and before `untilUs`; flows stand in the order of `flowIds`.
 */
export function createFlowTally(
  flowIds: readonly string[],
  fromUs = 0,
  untilUs = Number.POSITIVE_INFINITY,
): FlowTally {
  const sums = new Map<string, Sums>(
    flowIds.map((id) => [
      id,
      { outcomes: { delivered: 0, policyDrop: 0, tailDrop: 0, vnfLoss: 0 }, delaysUs: [] },
    ]),
  );
  return {
    add({ flowId, outcome, sentUs, endUs }) {
      if (sentUs < fromUs || sentUs >= untilUs) return;
      const flow = sums.get(flowId);
      if (!flow) return;
      flow.outcomes[outcome]++;
      if (outcome === "delivered") flow.delaysUs.push(endUs - sentUs);
    },
    summaries: () => [...sums].map(([flowId, flow]) => summary(flowId, flow)),
  };
}

function summary(flowId: string, { outcomes, delaysUs }: Sums): FlowSummary {
  const { delivered, policyDrop, tailDrop, vnfLoss } = outcomes;
  const sent = delivered + policyDrop + tailDrop + vnfLoss;
  return {
    flowId,
    sent,
    delivered,
    policyDrops: policyDrop,
    tailDrops: tailDrop,
    vnfLosses: vnfLoss,
    loss: sent === 0 ? 0 : (sent - delivered) / sent,
    ...summariseDelays(delaysUs),
  };
}
