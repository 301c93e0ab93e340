import type { DeviceFacts } from "./catalogue.ts";
import type { DeviceInstance, FunctionFacts } from "./instance.ts";

/** A host as the engines see it: a device that adds and limits nothing and runs one function, the end of a chain. */
type Host = { device: DeviceInstance; end: FunctionFacts };

/**
 * A host at position `index` of the devices. A chain that starts there has `end` as its first function, one that goes
 * there as its last: engines then search the way to the first and from the last device as any other. A host may be left
 * only by a chain that starts there (`isOpen`).
 */
export function hostOf(index: number, id: string): Host {
  const facts: DeviceFacts = {
    profile: `host ${id}`,
    architectures: [],
    baseUs: 0,
    gbps: null,
    powerWatts: 0,
    costUsd: 0,
    maxConstructs: null,
    maxRules: null,
    externs: new Map(),
    functionUs: () => 0,
    software: null,
    functionMoreUs: () => 0,
    spreadUs: 0,
    fitErrorUs: 0,
    runSpreadUs: 0,
    biasUs: () => 0,
  };
  const end: FunctionFacts = {
    type: `host ${id}`,
    described: null,
    constructs: 0,
    rules: 0,
    cyclesPerPacket: 0,
    cyclesPerBatch: 0,
    externs: [],
    externNames: new Map(),
    runsOn: (other) => other === facts,
    delayUs: () => 0,
  };
  return { device: { index, id, facts, forwards: true, forwardUs: 0, isHost: true }, end };
}

/**
 * Whether a chain whose next function is `next` may come to a device: to a host only if its end is there, since a host
 * passes nothing on.
 */
export const isOpen = (device: DeviceInstance | undefined, next: FunctionFacts | undefined): boolean =>
  device === undefined || !device.isHost || next?.runsOn(device.facts) === true;
