import type { DecodeOptions } from "./profile.ts";

/**
 * What the long way found out about a datagram: wherever another one of the same length has the same bytes at
 * these places, it has the same structure, so that all that varies stands at known offsets. Report v1.0 or
 * v2.0 without metadata of its own, IPv4, UDP or TCP without options, INT-MD v1.0 or v2.x without domain,
 * items without level 2, utilisation, buffer and checksum.
 */
export type KnownShape = {
  options: DecodeOptions;
  length: number;
  isV20: boolean;
  /** words of the report header that must agree: the first of v1.0, the two behind the group header of v2.0 */
  report: number;
  report2: number;
  ip: number;
  ethernet: boolean;
  /** version, header length and type of service; total length; protocol */
  ipStart: number;
  ipBytes: number;
  proto: number;
  l4: number;
  shim: number;
  shimWord: number;
  intWord: number;
  instructions: number;
  bitmap: number;
  hops: number;
  hopBytes: number;
  flags: number;
};

/** Shapes are kept by the length of the datagram, which tells most of them apart. */
export const SHAPES = 64;
export const shapeSlot = (length: number): number => (length >>> 1) & (SHAPES - 1);
