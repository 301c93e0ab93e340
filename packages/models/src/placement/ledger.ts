import type { Embedding } from "./embedding.ts";
import { type FunctionFacts, type Instance, sumOf } from "./instance.ts";

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
  externGbps: Map<string, number>;
};

/** State of a network: use per device and Gbps per arc. */
export type Ledger = { devices: DeviceUse[]; arcGbps: number[] };

export function emptyLedger(instance: Instance): Ledger {
  return {
    devices: instance.devices.map(() => ({
      on: false,
      forwards: false,
      types: new Set(),
      constructs: 0,
      rules: 0,
      ingressGbps: 0,
      egressGbps: 0,
      externGbps: new Map(),
    })),
    arcGbps: instance.arcs.map(() => 0),
  };
}

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

/** Books an embedding. */
export function book(instance: Instance, ledger: Ledger, embedding: Embedding): void {
  const { sharing } = instance.problem.options;
  const { chain, functions } = instance.chains[embedding.chain]!;
  const install = (use: DeviceUse, f: FunctionFacts): void => {
    use.on = true;
    use.constructs += addedConstructs(use, [f], sharing);
    use.types.add(f.type);
    use.rules += f.rules;
  };
  functions.forEach((f, k) => {
    const use = ledger.devices[embedding.hosts[k]!]!;
    install(use, f);
    for (const e of f.externs) use.externGbps.set(e, (use.externGbps.get(e) ?? 0) + chain.gbps);
  });
  ledger.devices[embedding.hosts[0]!]!.ingressGbps += chain.gbps;
  ledger.devices[embedding.hosts.at(-1)!]!.egressGbps += chain.gbps;
  for (const index of embedding.arcs.flat()) {
    ledger.arcGbps[index] = ledger.arcGbps[index]! + chain.gbps;
    const use = ledger.devices[instance.arcs[index]!.from];
    if (!use || use.forwards) continue;
    use.on = true;
    use.forwards = true;
    for (const f of instance.required) install(use, f);
  }
}

/** Power of the devices in use, Eq. 5.22 (W). */
export const powerOf = (instance: Instance, ledger: Ledger): number =>
  sumOf(instance.devices, (d) => (ledger.devices[d.index]!.on ? d.facts.powerWatts : 0));

export const costOf = (instance: Instance, ledger: Ledger): number =>
  sumOf(instance.devices, (d) => (ledger.devices[d.index]!.on ? d.facts.costUsd : 0));
