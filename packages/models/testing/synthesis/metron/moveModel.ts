import type { MoveStep } from "../../../src/synthesis/metron/moveOrder.ts";
import { type Explored, explore, type StateModel } from "./explore.ts";

/**
 * The order of [katsikas-offload], old entries left to expire: state first, then core and rules. Loses the state of
 * flows that begin in between.
 */
export const CONTRACT_ORDER: readonly MoveStep[] = ["copyState", "startCore", "openQueue", "retag"];

/** Packets are known by their flow: 0 was there before, others begin at any time. */
type Moving = {
  step: number;
  isNewTag: boolean;
  /** whether the NIC leads a tag to its queue, and whether the core takes packets from it: [old, new] */
  open: [boolean, boolean];
  running: [boolean, boolean];
  held: boolean;
  state: [number[], number[]];
  /** packets between switch and NIC, and in front of the core */
  wire: [number[], number[]];
  queue: [number[], number[]];
  /** flows that have a mapping somewhere */
  begun: number[];
  left: number;
  lost: string | null;
};

export type MoveModelOptions = {
  /** the new core runs already (merge) */
  isTargetRunning: boolean;
  flows: number;
  packets: number;
};

/**
 * All interleavings of the steps of a move with packets: at any time packets enter, reach the NIC, are
 * processed, or the next step happens. Packets with one tag stay in order, those with different tags overtake
 * each other. What goes wrong: a packet without queue or core, a packet of a known flow at a core that does
 * not know it, a packet or step that waits for ever.
 */
export function checkMove(order: readonly MoveStep[], options: MoveModelOptions): Explored {
  return explore(moveModel(order, options));
}

function moveModel(order: readonly MoveStep[], options: MoveModelOptions): StateModel<Moving> {
  const initial: Moving = {
    step: 0,
    isNewTag: false,
    open: [true, false],
    running: [true, options.isTargetRunning],
    held: false,
    state: [[0], []],
    wire: [[], []],
    queue: [[], []],
    begun: [0],
    left: options.packets,
    lost: null,
  };
  return {
    initial,
    actions(s) {
      if (s.lost !== null) return [];
      const out: { label: string; next: Moving }[] = [];
      if (s.left > 0)
        for (let flow = 0; flow < options.flows; flow++) {
          const tag = s.isNewTag ? 1 : 0;
          const next = { ...s, left: s.left - 1, wire: put(s.wire, tag, [...s.wire[tag], flow]) };
          out.push({ label: `packet of flow ${flow} gets the ${NAMES[tag]} tag`, next });
        }
      for (const tag of [0, 1] as const) {
        if (s.wire[tag].length > 0)
          out.push({ label: `it reaches the NIC by the ${NAMES[tag]} tag`, next: arrive(s, tag) });
        if (s.queue[tag].length > 0 && s.running[tag] && !(tag === 1 && s.held))
          out.push({ label: `the ${NAMES[tag]} core takes a packet`, next: process(s, tag) });
      }
      const step = order[s.step];
      if (step !== undefined && isReady(s, step))
        out.push({ label: `step ${step}`, next: { ...take(s, step, order), step: s.step + 1 } });
      return out;
    },
    problem(s, isFinal) {
      if (s.lost !== null) return s.lost;
      if (!isFinal) return null;
      if (s.step < order.length) return `step ${order[s.step]} waits for ever`;
      return s.queue.some((q) => q.length > 0) ? "a packet waits for ever" : null;
    },
  };
}

const NAMES = ["old", "new"] as const;

function put<T>(pair: readonly [T, T], at: 0 | 1, value: T): [T, T] {
  return at === 0 ? [value, pair[1]] : [pair[0], value];
}

function arrive(s: Moving, tag: 0 | 1): Moving {
  const [flow, ...rest] = s.wire[tag];
  const wire = put(s.wire, tag, rest);
  return s.open[tag]
    ? { ...s, wire, queue: put(s.queue, tag, [...s.queue[tag], flow!]) }
    : { ...s, wire, lost: `the NIC has no queue for the ${NAMES[tag]} tag: a packet is lost` };
}

function process(s: Moving, tag: 0 | 1): Moving {
  const [flow, ...rest] = s.queue[tag];
  const next = { ...s, queue: put(s.queue, tag, rest) };
  if (s.state[tag].includes(flow!)) return next;
  if (s.begun.includes(flow!))
    return { ...next, lost: `the ${NAMES[tag]} core has no state of flow ${flow}, which another core began` };
  const known = [...s.state[tag], flow!].sort();
  return { ...next, begun: [...s.begun, flow!].sort(), state: put(s.state, tag, known) };
}

const isReady = (s: Moving, step: MoveStep): boolean =>
  step !== "drain" || (s.wire[0].length === 0 && s.queue[0].length === 0 && s.isNewTag);

function take(s: Moving, step: MoveStep, order: readonly MoveStep[]): Moving {
  switch (step) {
    case "startCore":
      return { ...s, running: [s.running[0], true] };
    case "openQueue":
      return { ...s, open: [s.open[0], true], held: order.includes("release") };
    case "retag":
      return { ...s, isNewTag: true };
    case "drain":
      return s;
    case "copyState":
      return { ...s, state: [s.state[0], [...new Set([...s.state[1], ...s.state[0]])].sort()] };
    case "release":
      return { ...s, held: false };
    case "retire":
      return { ...s, state: [[], s.state[1]] };
    case "closeQueue":
      return { ...s, open: [false, s.open[1]] };
    case "stopCore": {
      const stopped: Moving = { ...s, running: [false, s.running[1]] };
      return s.queue[0].length > 0
        ? { ...stopped, lost: "the old core stops with packets in its queue" }
        : stopped;
    }
  }
}
