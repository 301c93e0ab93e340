import type { DeviceFacts } from "../catalogue.ts";
import type { Instance } from "../instance.ts";
import { addChain, copyOfUse, type DeviceUse, type Ledger, type Share } from "../ledger.ts";

/** All that tells one device from another, wherever it stands: its kind and what runs on it. */
export type DeviceState = {
  readonly id: number;
  readonly facts: DeviceFacts;
  readonly use: DeviceUse;
  /** rank of its kind in the order of Eq. 5.32 */
  readonly rank: number;
  /** what switching it on adds to the objective; 0 when it is on */
  readonly activation: number;
  /** devices in this state; the last one stands for all */
  readonly members: number[];
};

/**
 * Devices by state. Equal devices share one state and its `use`, which is never written to: an unused network
 * costs almost nothing.
 */
export type DeviceStates = {
  /** states that some device is in */
  alive(): readonly DeviceState[];
  stateOf(device: number): DeviceState;
  /** moves a device to the state in which it also has this share of a chain; `kind` tells chains that are alike */
  add(share: Share, chain: Instance["chains"][number], kind: number): DeviceState;
};

/** Shares of chains with at most so many functions are remembered by number (our choice). */
const REMEMBERED = 16;

/** Writes the `use` of each device into the ledger and keeps it there. */
export function createDeviceStates(
  instance: Instance,
  ledger: Ledger,
  rankOf: (facts: DeviceFacts) => number,
): DeviceStates {
  const { power, cost } = instance.weights;
  const { sharing } = instance.problem.options;
  const states: DeviceState[] = [];
  const known = new Map<string, DeviceState>();
  const kinds = new Map<DeviceFacts, number>();
  const next: Map<number, DeviceState>[] = [];
  const current: DeviceState[] = new Array(instance.devices.length);
  const place = new Int32Array(instance.devices.length);
  const alive: DeviceState[] = [];

  const intern = (facts: DeviceFacts, use: DeviceUse): DeviceState => {
    const kind = kinds.get(facts) ?? kinds.size;
    kinds.set(facts, kind);
    const signature = `${kind} ${signatureOf(facts, use, sharing)}`;
    const same = known.get(signature);
    if (same) return same;
    const activation = use.on ? 0 : power * facts.powerWatts + cost * facts.costUsd;
    const state = { id: states.length, facts, use, rank: rankOf(facts), activation, members: [] };
    states.push(state);
    next.push(new Map());
    known.set(signature, state);
    return state;
  };
  const enter = (device: number, state: DeviceState): void => {
    current[device] = state;
    ledger.devices[device] = state.use;
    if (state.members.length === 0) alive.push(state);
    place[device] = state.members.push(device) - 1;
  };
  const leave = (device: number): void => {
    const state = current[device]!;
    const last = state.members.pop()!;
    if (last !== device) {
      state.members[place[device]!] = last;
      place[last] = place[device]!;
    }
    if (state.members.length === 0) alive.splice(alive.indexOf(state), 1);
  };

  const fresh = new Map<DeviceFacts, DeviceState>();
  // backwards, so that the first device of each kind stands last and is taken first
  for (let d = instance.devices.length - 1; d >= 0; d--) {
    const { facts } = instance.devices[d]!;
    const use = ledger.devices[d]!;
    let state = use.on ? intern(facts, use) : fresh.get(facts);
    if (!state) {
      state = intern(facts, use);
      fresh.set(facts, state);
    }
    enter(d, state);
  }

  return {
    alive: () => alive,
    stateOf: (device) => current[device]!,
    add({ device, positions, leaves }, chain, kind) {
      const before = current[device]!;
      let key = chain.functions.length > REMEMBERED ? -1 : kind * 2 + (leaves ? 1 : 0);
      if (key >= 0) {
        key *= 2 ** REMEMBERED;
        for (const k of positions) key += 2 ** k;
      }
      let after = next[before.id]!.get(key);
      if (!after) {
        const use = copyOfUse(before.use);
        addChain(instance, use, before.facts, chain, positions, leaves);
        after = intern(before.facts, use);
        if (key >= 0) next[before.id]!.set(key, after);
      }
      leave(device);
      enter(device, after);
      return after;
    },
  };
}

function signatureOf(facts: DeviceFacts, use: DeviceUse, sharing: boolean): string {
  if (!use.on) return "off";
  const externs = [...use.externGbps].map(([e, gbps]) => `${e}=${gbps}`).sort();
  const types = sharing ? [...use.types].sort() : [];
  const { forwards, constructs, rules, ingressGbps, egressGbps } = use;
  const cycles = facts.software === null ? 0 : use.gigacycles;
  return JSON.stringify([forwards, constructs, rules, ingressGbps, egressGbps, externs, types, cycles]);
}
