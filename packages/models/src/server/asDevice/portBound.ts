import type { Throughput } from "../../device/index.ts";
import { linkGbps, packetMpps, type RateBasis, serviceRate } from "../../queueing/index.ts";
import type { Nic } from "../data/nic.ts";

/** Most that passes a port at one frame size (bytes without checksum), and what sets it. */
export type PortBound = {
  mpps: number;
  gbps: number;
  basis: RateBasis | "line-rate" | "mix";
  boundBy: string;
};

/**
 * What a NIC lets through at a frame size: as measured, its line rate above the size from which that is
 * stated, packets per second on a line in between; for a mix of frames its stated ceiling. Null where nothing
 * is stated.
 */
export function nicBound(nic: Nic, frameBytes: number, mix: string | null): PortBound | null {
  const overhead = nic.overheadBytes.value;
  const bound = (gbps: number, basis: PortBound["basis"]): PortBound => ({
    gbps,
    mpps: packetMpps(gbps, frameBytes, overhead),
    basis,
    boundBy: nic.title,
  });
  if (mix !== null) {
    const ceiling = nic.mixes.find((m) => m.id === mix);
    return ceiling === undefined ? null : bound(ceiling.gbps.value, "mix");
  }
  const exact = nic.points.find((p) => p.frameBytes === frameBytes);
  if (exact) return bound(exact.gbps.value, "measured");
  const full = nic.lineRateAboveBytes?.value ?? null;
  if (full !== null && frameBytes > full) return bound(nic.gbps.value, "line-rate");
  const below = nic.points.filter((p) => p.frameBytes < frameBytes).at(-1);
  if (below === undefined || full === null) return null;
  const from = packetMpps(below.gbps.value, below.frameBytes, overhead);
  const to = packetMpps(nic.gbps.value, full, overhead);
  const mpps = from + ((to - from) * (frameBytes - below.frameBytes)) / (full - below.frameBytes);
  return { ...bound(linkGbps(mpps, frameBytes, overhead), "interpolated"), mpps };
}

/**
 * The port of a server: the lesser of what its NIC and what the (switch, NIC) pair in front of it lets
 * through (Famelis, Tables 5-8, by `serviceRate`). Null when neither is known at this size.
 */
export function portBound(
  frameBytes: number,
  nic: PortBound | null,
  inFront: { title: string; throughput: Throughput } | null,
): PortBound | null {
  const rate = inFront === null ? null : serviceRate(inFront.throughput, frameBytes);
  if (rate === null || inFront === null) return nic;
  const outside: PortBound = {
    mpps: rate.mpps,
    gbps: linkGbps(rate.mpps, frameBytes, inFront.throughput.overheadBytes.value),
    basis: rate.basis,
    boundBy: inFront.title,
  };
  return nic === null || outside.mpps < nic.mpps ? outside : nic;
}
