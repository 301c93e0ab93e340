import type { DeviceFacts } from "./catalogue.ts";
import type { Embedding } from "./embedding.ts";
import {
  type ChainInstance,
  type FunctionFacts,
  gigacyclesOf,
  type Instance,
  sumOf,
  takesRoom,
} from "./instance.ts";

/** What the embedded chains use of one device. */
export type DeviceUse = {
  on: boolean;
  /** the required functions are installed, because a chain leaves the device */
  forwards: boolean;
  types: Set<string>;
  constructs: number;
  rules: number;
  ingressGbps: number;
  egressGbps: number;
  /** per second, of the functions that state their cycles */
  gigacycles: number;
  externGbps: Map<string, number>;
};

/**
 * State of a network: use per device and Gbps per arc. Devices that are off share one entry, so a large
 * network costs little.
 */
export type Ledger = { devices: DeviceUse[]; arcGbps: number[] };

/** A device that is off: never written to, see `book`. */
export const unused: DeviceUse = freshUse();

function freshUse(): DeviceUse {
  return {
    on: false,
    forwards: false,
    types: new Set(),
    constructs: 0,
    rules: 0,
    ingressGbps: 0,
    egressGbps: 0,
    gigacycles: 0,
    externGbps: new Map(),
  };
}

export const copyOfUse = (use: DeviceUse): DeviceUse => ({
  ...use,
  types: new Set(use.types),
  externGbps: new Map(use.externGbps),
});

export const emptyLedger = (instance: Instance): Ledger => ({
  devices: new Array<DeviceUse>(instance.devices.length).fill(unused),
  arcGbps: new Array<number>(instance.arcs.length).fill(0),
});

/** Constructs that functions of these types would add to a device (Eq. 5.11; with sharing each type counts once). */
export function addedConstructs(
  use: DeviceUse,
  functions: readonly FunctionFacts[],
  sharing: boolean,
): number {
  const fresh = new Set<string>();
  let constructs = 0;
  for (const f of functions) {
    if (sharing && (use.types.has(f.type) || fresh.has(f.type))) continue;
    fresh.add(f.type);
    constructs += f.constructs;
  }
  return constructs;
}

/**
 * Adds to `use` what a chain brings to a device with `facts`: its functions at `positions`, and the required functions
 * where it leaves the device for the first time.
 */
export function addChain(
  instance: Instance,
  use: DeviceUse,
  facts: DeviceFacts,
  chainInstance: ChainInstance,
  positions: readonly number[],
  leaves: boolean,
): void {
  const { chain, functions, first, last } = chainInstance;
  const { sharing } = instance.problem.options;
  const install = (f: FunctionFacts): void => {
    if (!sharing || !use.types.has(f.type)) use.constructs += f.constructs;
    use.types.add(f.type);
    use.rules += f.rules;
  };
  use.on = true;
  for (const k of positions) {
    const f = functions[k]!;
    if (takesRoom(chainInstance, k)) install(f);
    use.gigacycles += gigacyclesOf(facts, chainInstance, k);
    for (const e of f.externs) use.externGbps.set(e, (use.externGbps.get(e) ?? 0) + chain.gbps);
    if (k === first) use.ingressGbps += chain.gbps;
    if (k === last) use.egressGbps += chain.gbps;
  }
  if (!leaves || use.forwards) return;
  use.forwards = true;
  for (const f of instance.required) install(f);
}

/**
 * What an embedding puts on each device it touches: positions of the chain's functions, and whether the chain
 * leaves the device.
 */
export type Share = { device: number; positions: number[]; leaves: boolean };

export function sharesOf(instance: Instance, { hosts, arcs }: Embedding): Share[] {
  const first = hosts[0]!;
  if (hosts.every((host) => host === first)) {
    return [{ device: first, positions: hosts.map((_, k) => k), leaves: false }];
  }
  const shares: Share[] = [];
  const shareOf = (device: number): Share => {
    let share = shares.find((s) => s.device === device);
    if (!share) {
      share = { device, positions: [], leaves: false };
      shares.push(share);
    }
    return share;
  };
  hosts.forEach((device, k) => {
    shareOf(device).positions.push(k);
  });
  for (const path of arcs) {
    for (const arc of path) {
      const { from } = instance.arcs[arc]!;
      if (from < instance.devices.length) shareOf(from).leaves = true;
    }
  }
  return shares;
}

/** Books an embedding. */
export function book(instance: Instance, ledger: Ledger, embedding: Embedding): void {
  const chain = instance.chains[embedding.chain]!;
  for (const { device, positions, leaves } of sharesOf(instance, embedding)) {
    if (ledger.devices[device] === unused) ledger.devices[device] = freshUse();
    const { facts } = instance.devices[device]!;
    addChain(instance, ledger.devices[device]!, facts, chain, positions, leaves);
  }
  bookArcs(ledger, chain, embedding);
}

export function bookArcs(ledger: Ledger, { chain }: ChainInstance, { arcs }: Embedding): void {
  for (const path of arcs) for (const arc of path) ledger.arcGbps[arc] = ledger.arcGbps[arc]! + chain.gbps;
}

/** Power of the devices in use, Eq. 5.22 (W). */
export const powerOf = (instance: Instance, ledger: Ledger): number =>
  sumOf(instance.devices, (d) => (ledger.devices[d.index]!.on ? d.facts.powerWatts : 0));

export const costOf = (instance: Instance, ledger: Ledger): number =>
  sumOf(instance.devices, (d) => (ledger.devices[d.index]!.on ? d.facts.costUsd : 0));
