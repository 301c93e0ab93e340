import type { NetworkFunction } from "../chain/index.ts";
import type { DeviceFacts } from "./catalogue.ts";
import type { Problem } from "./problem.ts";

/**
 * A constraint that a placement breaks; `constraint` is its number in the thesis, or what the answer states wrongly.
 */
export type Violation = { constraint: string; ids: string[]; message: string };

/** Rates, sizes, delays and power are compared with this tolerance (delays 1e-6 us, our choice). */
export const TOLERANCE = 1e-6;

export type Report = (constraint: string, ids: string[], message: string) => void;

/** The problem as the checker reads it: names only, nothing shared with the engines. */
export type Facts = {
  problem: Problem;
  device(id: string): DeviceFacts | null;
  fn(type: string): NetworkFunction;
  required: readonly string[];
};

/**
 * A chain of the answer whose shape is sound: hosts are devices, and each move has a path along links; the way from the
 * host where it starts (`startsAtHost`) and the one to the host where it ends are moves.
 */
export type SoundChain = {
  id: string;
  /** the chain of the problem that it is, or a way of */
  chain: string;
  /** whether each function takes room: one that an earlier way of the chain has does not take it again */
  takesRoom: boolean[];
  gbps: number;
  maxDelayUs: number | null;
  functions: string[];
  hosts: string[];
  moves: string[][];
  startsAtHost: boolean;
};

/** Eqs. 5.9 and 5.10. */
export function checkCompatible(
  f: NetworkFunction,
  host: string,
  device: DeviceFacts,
  chain: string,
  report: Report,
): boolean {
  const missing = f.externs.filter((e) => !device.externs.has(e.toLowerCase()));
  const fitting = f.architectures.some((a) => device.architectures.includes(a));
  const silent = device.software !== null && f.cyclesPerPacket === undefined;
  if (silent)
    report(
      "5.9",
      [chain, f.type, host],
      `${f.type} states no cycles, so it cannot run on the cores of ${host}`,
    );
  if (!fitting) {
    report(
      "5.9",
      [chain, f.type, host],
      `${host} has none of the architectures of ${f.type} (${f.architectures.join(", ")})`,
    );
  }
  if (missing.length > 0) {
    report("5.10", [chain, f.type, host], `${host} lacks the extern ${missing.join(", ")} of ${f.type}`);
  }
  return fitting && !silent && missing.length === 0;
}
