import { gbpsToPps } from "../../core/index.ts";

/** Latency-critical traffic and the timestamps it keeps while it is at the VNFs. */
export type RegisterDemand = {
  gbps: number;
  packetBytes: number;
  /** longest time that a packet spends at the VNFs */
  vnfBoundUs: number;
  timestampBits: number;
  /** 2 as in the paper (t1 and t2), or 1: t2 is never read again */
  arrays: 1 | 2;
};

/** Memory of a target in bits. */
export type TargetMemory = { sramBits: number; tcamBits: number };

export type RegisterSizing = {
  pps: number;
  /** packets in flight, elements of each array */
  entries: number;
  bits: number;
  bytes: number;
  shareOfSram: number;
  shareOfSramAndTcam: number;
};

/**
 * Tofino 1: 12 stages of 80 SRAM blocks of 1024 x 128 bit and 24 TCAM blocks of 512 x 44 bit
 * ([paolucci-sizing]; from memory there, check before relying on it).
 */
export const tofinoMemory: TargetMemory = {
  sramBits: 12 * 80 * 1024 * 128,
  tcamBits: 12 * 24 * 512 * 44,
};

/** Register arrays that hold the t1 (and t2) of all packets in flight: entries = rate * VNF bound [paolucci-sizing]. */
export function sizeRegisters(demand: RegisterDemand, memory: TargetMemory): RegisterSizing {
  const pps = gbpsToPps(demand.gbps, demand.packetBytes);
  // a rate and a bound rarely make a whole number in floating point: 50,000.000000000007 are 50,000
  const entries = Math.ceil((pps * demand.vnfBoundUs) / 1e6 - 1e-6);
  const bits = entries * demand.timestampBits * demand.arrays;
  return {
    pps,
    entries,
    bits,
    bytes: bits / 8,
    shareOfSram: bits / memory.sramBits,
    shareOfSramAndTcam: bits / (memory.sramBits + memory.tcamBits),
  };
}

/** After how long a timestamp of `bits` in units of `tickNs` repeats, in us; it must be longer than the VNF bound. */
export const timestampWrapUs = (bits: number, tickNs: number): number => (2 ** bits * tickNs) / 1000;
