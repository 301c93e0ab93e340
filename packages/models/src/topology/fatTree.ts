import { assert } from "../core/index.ts";
import type { Topology, TopologyLink, TopologyNode } from "./schema.ts";

/**
 * Shape of a generated cloud. Profiles are ids of device profiles; lists are repeated over the racks (rack i
 * takes entry i mod length).
 */
export type FatTreeShape = {
  racks: number;
  serversPerRack: number;
  /** plain switches that join the racks; each rack is linked to every one of them */
  cores: number;
  serverProfile: string;
  /** SmartNIC of every server of a rack, null for none */
  accelerators: readonly (string | null)[];
  /** programmable top-of-rack switch, null for a plain one */
  tors: readonly (string | null)[];
  /** k_d of the plain switches, not given by the thesis */
  switchDelayUs: number;
  pcieGbps: number;
  accessGbps: number;
  uplinkGbps: number;
};

/** Rates and delays that the thesis leaves open [harkous-5.2.4]. */
export const fatTreeDefaults = {
  cores: 1,
  /** our choice, as in the example of the problem file */
  switchDelayUs: 1,
  /** PCIe 3.0 x8: 8 lanes of 8 GT/s, 128b/130b coding */
  pcieGbps: 63,
  /** 10 GbE ports of the measured SmartNICs (Table 5.6) [harkous-5.2.4] */
  accessGbps: 10,
  /** rate of the ASIC's ports (Table 5.6) [harkous-5.2.4] */
  uplinkGbps: 100,
} as const;

const WIDTH = 1000;
const LAYER_HEIGHT = 180;

/**
 * Racks of servers, an optional SmartNIC between each server and its top-of-rack switch, plain core switches
 * over the racks (thesis Sec. 5.3.1 and its figure of the cloud). Ids are `core1`, `rack1-tor`, `rack1-nic1`,
 * `rack1-server1`; the same shape gives the same topology. Positions are layers: cores, ToRs, SmartNICs,
 * servers from top to bottom on a width of 1000.
 */
export function fatTree(shape: FatTreeShape): Topology {
  const { racks, serversPerRack, cores } = shape;
  assert(
    [racks, serversPerRack, cores].every((n) => Number.isInteger(n) && n >= 1),
    "racks, servers and cores count from 1",
  );
  assert(
    shape.accelerators.length > 0 && shape.tors.length > 0,
    "accelerators and tors need an entry, null for none",
  );
  const nodes: TopologyNode[] = [];
  const links: TopologyLink[] = [];
  const at = (index: number, count: number, layer: number) => ({
    x: round((WIDTH * (index + 0.5)) / count),
    y: layer * LAYER_HEIGHT,
  });
  const plainOrDevice = (
    id: string,
    profile: string | null,
    position: { x: number; y: number },
  ): TopologyNode =>
    profile === null
      ? { id, kind: "switch", delayUs: shape.switchDelayUs, position }
      : { id, kind: "device", profile, position };

  for (let c = 0; c < cores; c++) nodes.push(plainOrDevice(`core${c + 1}`, null, at(c, cores, 0)));
  for (let r = 0; r < racks; r++) {
    const tor = `rack${r + 1}-tor`;
    const accelerator = shape.accelerators[r % shape.accelerators.length] ?? null;
    nodes.push(plainOrDevice(tor, shape.tors[r % shape.tors.length] ?? null, at(r, racks, 1)));
    for (let c = 0; c < cores; c++) links.push({ a: tor, b: `core${c + 1}`, gbps: shape.uplinkGbps });
    for (let s = 0; s < serversPerRack; s++) {
      const column = r * serversPerRack + s;
      const server = `rack${r + 1}-server${s + 1}`;
      const nic = `rack${r + 1}-nic${s + 1}`;
      if (accelerator !== null) {
        nodes.push({
          id: nic,
          kind: "device",
          profile: accelerator,
          position: at(column, racks * serversPerRack, 2),
        });
        links.push({ a: nic, b: tor, gbps: shape.accessGbps }, { a: server, b: nic, gbps: shape.pcieGbps });
      } else links.push({ a: server, b: tor, gbps: shape.accessGbps });
      const position = at(column, racks * serversPerRack, 3);
      nodes.push({ id: server, kind: "device", profile: shape.serverProfile, position });
    }
  }
  return { version: 1, name: `${racks} racks of ${serversPerRack} servers`, nodes, links };
}

const round = (value: number): number => Math.round(value * 100) / 100;
