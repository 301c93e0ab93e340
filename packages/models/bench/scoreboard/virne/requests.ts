import type { Random } from "../../../src/core/index.ts";
import { uniform } from "./substrate.ts";

/** A virtual network whose nodes stand in a row, wanted from `atS` for `lifetimeS`. */
export type Request = { cpu: readonly number[]; bandwidth: number; atS: number; lifetimeS: number };

/** Virne's default stream (`settings/v_sim_setting/default.yaml`), its times in its own unit. */
const STREAM = { nodes: [2, 10], cpu: [0, 20], bandwidth: [1, 50], perS: 0.04, lifetimeS: 500 } as const;

/**
 * The stream with virtual networks of its kind `path`, which are chains, and one bandwidth along each (Virne draws one
 * for each link, from 0 on).
 */
export function requestStream(count: number, random: Random): Request[] {
  let atS = 0;
  return Array.from({ length: count }, () => {
    atS += random.exponential(1 / STREAM.perS);
    return {
      atS,
      lifetimeS: random.exponential(STREAM.lifetimeS),
      cpu: Array.from({ length: uniform(...STREAM.nodes, random) }, () => uniform(...STREAM.cpu, random)),
      bandwidth: uniform(...STREAM.bandwidth, random),
    };
  });
}
