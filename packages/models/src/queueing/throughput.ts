import type { Throughput } from "../device/index.ts";

/** Where a packet rate comes from: a measured frame size, between two of them, or the device's packet-rate ceiling. */
export type RateBasis = "measured" | "interpolated" | "ceiling";
export type PacketRate = { mpps: number; basis: RateBasis };

/** What comes out of a device at an offered load: `min(offered, service)` and the share that is lost. */
export type Forwarded = { rxMpps: number; rxGbps: number; lossShare: number; basis: RateBasis };

/** Mpps to Gbps on the link: a frame occupies `frameBytes + overheadBytes` [famelis-rate]. */
export const linkGbps = (mpps: number, frameBytes: number, overheadBytes: number): number =>
  (mpps * (frameBytes + overheadBytes) * 8) / 1000;

/** Gbps on the link to Mpps. */
export const packetMpps = (gbps: number, frameBytes: number, overheadBytes: number): number =>
  (gbps * 1000) / ((frameBytes + overheadBytes) * 8);

const received = ({ overheadBytes }: Throughput, point: Throughput["points"][number]): number =>
  packetMpps(point.gbps.value, point.frameBytes, overheadBytes.value);

/** Load that was offered when a point was measured, Mpps: received / (1 - loss) [famelis-offered]. */
export const offeredMpps = (throughput: Throughput, point: Throughput["points"][number]): number =>
  received(throughput, point) / (1 - point.lossPercent.value / 100);

/**
 * Greatest measured packet rate at a frame size: a measured size as it is, others between their neighbours in
 * Mpps, not in Gbps [famelis-between-sizes]. Null outside the measured sizes.
 */
export function measuredRate(throughput: Throughput, frameBytes: number): PacketRate | null {
  const points = throughput.points.toSorted((a, b) => a.frameBytes - b.frameBytes);
  const exact = points.find((p) => p.frameBytes === frameBytes);
  if (exact) return { mpps: received(throughput, exact), basis: "measured" };
  const right = points.findIndex((p) => p.frameBytes > frameBytes);
  const [a, b] = [points[right - 1], points[right]];
  if (a === undefined || b === undefined) return null;
  const [from, to] = [received(throughput, a), received(throughput, b)];
  const share = (frameBytes - a.frameBytes) / (b.frameBytes - a.frameBytes);
  return { mpps: from + (to - from) * share, basis: "interpolated" };
}

/**
 * Service rate of a device at a frame size: its ceiling where one holds, but never more than was measured there; else
 * what was measured; null when neither is known.
 */
export function serviceRate(throughput: Throughput, frameBytes: number): PacketRate | null {
  const { ceiling } = throughput;
  const measured = measuredRate(throughput, frameBytes);
  const holds = ceiling !== null && (ceiling.upToBytes === null || frameBytes <= ceiling.upToBytes);
  if (!holds || (measured !== null && measured.mpps < ceiling.mpps.value)) return measured;
  return { mpps: ceiling.mpps.value, basis: "ceiling" };
}

/**
 * rx = min(offered, service), loss = 1 - rx / offered [famelis-saturation]; null when the service rate is not
 * known at this size.
 */
export function forward(throughput: Throughput, frameBytes: number, offered: number): Forwarded | null {
  const service = serviceRate(throughput, frameBytes);
  if (service === null) return null;
  const rxMpps = Math.min(offered, service.mpps);
  return {
    rxMpps,
    rxGbps: linkGbps(rxMpps, frameBytes, throughput.overheadBytes.value),
    lossShare: offered > 0 ? 1 - rxMpps / offered : 0,
    basis: service.basis,
  };
}
