import { type DeviceProfile, stateExterns } from "../../device/index.ts";
import {
  flowCountEffect,
  type LatencyPath,
  type LatencyProgram,
  type PathEstimate,
} from "../../latency/index.ts";
import { findPath, type Outcome } from "../../program/index.ts";
import { type DelayPrediction, type Prediction, unknownPrediction } from "../predict/prediction.ts";
import { predictLink } from "../predict/predictLink.ts";
import { predictSegment } from "../predict/predictSegment.ts";
import { predictServer } from "../predict/predictServer.ts";
import { predictSwitch } from "../predict/predictSwitch.ts";
import { predictVnf } from "../predict/predictVnf.ts";
import type { SwitchEstimate, SwitchNoise } from "../predict/switchInput.ts";
import type { BoundSegment, Element } from "./boundSegment.ts";
import { branchMean, branchPaths } from "./branchMean.ts";
import { isVisible, queueKeyAt } from "./elements.ts";
import { type MeasuredLoad, nothingMeasured } from "./measuredLoad.ts";
import { loadOf, type OfferedQueue, priorityNotes, queueState } from "./offeredQueue.ts";
import type { QueueState, SegmentPrediction } from "./segmentPrediction.ts";

type SwitchElement = Extract<Element, { kind: "switch" }>;
type VnfElement = Extract<Element, { kind: "vnf" }>;

/**
 * Where programs, profiles and estimates come from. A promise rejects with what `refusalOf` explains, or with a fault.
 */
export type PredictionSources = {
  /** null for what names no program */
  program(ref: string): Promise<LatencyProgram | null>;
  /** by `id` (the newest version) or `id@number` */
  profile(ref: string): Promise<DeviceProfile>;
  /** Latencies of the listed paths, and of the slowest and fastest of all that end as `outcomes` say. */
  estimate(
    engine: string,
    program: LatencyProgram,
    device: DeviceProfile,
    outcomes: readonly Outcome[],
  ): Promise<{
    estimates: readonly PathEstimate[];
    extremes?: { fastest: readonly PathEstimate[]; slowest: readonly PathEstimate[] } | undefined;
  }>;
  /** What to say of a refusal that its user can mend; null for a fault. */
  refusalOf(error: unknown): string | null;
  /** names a basis: equal for equal JSON values */
  basisOf(value: unknown): string;
};

/** A segment whose estimates are made: the prediction at any load follows at once. */
export type PreparedSegment = {
  /** what it rests on: versions of programs, profiles and engines, and the bindings. Another basis is another model */
  basis: string;
  at(measured: MeasuredLoad): SegmentPrediction;
};

/** Estimates that are made once for many segments of one request. */
export type EstimateMemo = Map<string, Promise<PreparedSwitch>>;

export type Predictor = {
  prepare(segment: BoundSegment, memo?: EstimateMemo): Promise<PreparedSegment>;
  /** At the stated load, unless a measured one is given. */
  predict(segment: BoundSegment, measured?: MeasuredLoad, memo?: EstimateMemo): Promise<SegmentPrediction>;
  /**
   * The path of a switch element's program that its estimate is of, and its profile; null where one is not known, and
   * where it is of several.
   */
  pathOf(element: SwitchElement): Promise<{ path: LatencyPath; device: DeviceProfile } | null>;
  /** A profile by `id` (its newest version) or `id@number`. */
  profileOf(ref: string): Promise<DeviceProfile>;
};

/** A segment's packets are forwarded: paths that drop them do not count for its slowest and fastest. */
const FORWARDED: readonly Outcome[] = ["forward", "recirculate", "clone"];

/** The program with the path `id` among those listed, when it has one beyond them. */
function withPath(program: LatencyProgram, id: string): LatencyProgram {
  if (!program.walks || program.paths.some((path) => path.id === id)) return program;
  const found = findPath(program.walks, id);
  return found ? { ...program, paths: [...program.paths, found] } : program;
}

/** A switch whose estimate is made; `failure` says why it could not be. */
type PreparedSwitch = {
  estimate: SwitchEstimate | null;
  device: DeviceProfile | null;
  failure: string | null;
};

/**
 * Predicts segments from the programs and profiles that their elements name; what cannot be found is unknown, with the
 * reason.
 */
export function createPredictor(sources: PredictionSources): Predictor {
  const profileOf = sources.profile;

  type Model = { program: LatencyProgram; device: DeviceProfile };
  const modelOf = async (element: SwitchElement): Promise<Model | null> => {
    if (!element.program || !element.device) return null;
    const [program, device] = await Promise.all([
      sources.program(element.program),
      profileOf(element.device),
    ]);
    if (!program) return null;
    return { program: withPath(program, element.path), device: stateExterns(device, element.externs ?? []) };
  };

  const estimateOf = async (
    element: SwitchElement,
    { program, device }: Model,
  ): Promise<(SwitchEstimate & { pathId: string }) | null> => {
    const { estimates, extremes } = await sources.estimate(element.engine, program, device, FORWARDED);
    const known = [...estimates, ...(extremes?.fastest ?? []), ...(extremes?.slowest ?? [])].flatMap((e) =>
      e.meanUs === null ? [] : [{ ...e, meanUs: e.meanUs }],
    );
    known.sort((a, b) => a.meanUs - b.meanUs);
    if (element.path === "min") return known[0] ?? null;
    if (element.path === "max") return known[known.length - 1] ?? null;
    return known.find((e) => e.pathId === element.path) ?? null;
  };

  const meanOf = async (
    { label, engine, branches }: SwitchElement,
    { program, device }: Model,
  ): Promise<SwitchEstimate | string> => {
    if (!branches) return `${label}: nothing says how often its packets take which path`;
    const ways = branchPaths(program, branches, FORWARDED);
    if (!ways) return `${label}: the paths of its program are too many to follow`;
    const taken = { ...program, paths: ways.paths.map(({ path }) => path), truncated: false };
    const { estimates } = await sources.estimate(engine, taken, device, FORWARDED);
    const mean = branchMean(branches, ways, estimates);
    return typeof mean === "string" ? `${label}: ${mean}` : mean;
  };

  const pathOf: Predictor["pathOf"] = async (element) => {
    const model = await modelOf(element);
    const estimate = model && element.path !== "mean" ? await estimateOf(element, model) : null;
    if (!model || !estimate) return null;
    const named = withPath(model.program, estimate.pathId);
    const path = named.paths.find(({ id }) => id === estimate.pathId);
    return path ? { path, device: model.device } : null;
  };

  const prepareSwitch = async (element: SwitchElement): Promise<PreparedSwitch> => {
    try {
      const model = await modelOf(element);
      const device = model?.device ?? null;
      if (model && element.path === "mean") {
        const mean = await meanOf(element, model);
        return typeof mean === "string"
          ? { estimate: null, device, failure: mean }
          : { estimate: mean, device, failure: null };
      }
      const estimate = model && (await estimateOf(element, model));
      return { estimate, device, failure: null };
    } catch (error) {
      const refusal = sources.refusalOf(error);
      if (refusal === null) throw error;
      return { estimate: null, device: null, failure: `${element.label}: ${refusal}` };
    }
  };

  const once = (element: SwitchElement, memo: EstimateMemo): Promise<PreparedSwitch> => {
    const { label, program, device, path, branches, engine, externs } = element;
    const key = JSON.stringify([label, program, device, path, branches, engine, externs]);
    const known = memo.get(key) ?? prepareSwitch(element);
    memo.set(key, known);
    return known;
  };

  const prepare: Predictor["prepare"] = async (segment, memo = new Map()) => {
    const { elements } = segment;
    const switches = await Promise.all(elements.map((e) => (e.kind === "switch" ? once(e, memo) : null)));
    const versions = switches.map((s) => s?.device && `${s.device.id}@${s.device.version}`);
    return {
      basis: sources.basisOf([elements, versions]),
      at(measured) {
        const queues: QueueState[] = [];
        const elementPredictions = elements.map((element, i) => {
          const prepared = switches[i];
          if (element.kind === "vnf") return predictFunction(element, loadAt(segment, i, measured));
          if (element.kind !== "switch" || !prepared) return predictPassive(element);
          const queue = loadOf(segment, i, measured);
          const prediction = predictPrepared(element, prepared, queue);
          if (queue) queues.push(queueState(element, i, queue, prepared.estimate, prediction));
          return prediction;
        });
        return { ...together(elements, elementPredictions), queues };
      },
    };
  };

  return {
    prepare,
    predict: async (segment, measured = nothingMeasured, memo = new Map()) =>
      (await prepare(segment, memo)).at(measured),
    pathOf,
    profileOf,
  };
}

/** Packets/s that enter a VNF: those that reports show at the switch in front. */
const loadAt = (segment: BoundSegment, index: number, measured: MeasuredLoad): number | null =>
  index === 0 ? null : measured(queueKeyAt(segment, index - 1)).pps;

/** A VNF as declared or measured, its server, or both: what is declared is then what does not happen on the server. */
function predictFunction(element: VnfElement, measuredPps: number | null): DelayPrediction {
  const { label, server, meanUs, distribution } = element;
  if (!server) return predictVnf(element);
  const share = predictServer({ label, ...server, offeredPps: server.offeredPps ?? measuredPps });
  return meanUs === null && !distribution ? share : predictSegment([predictVnf(element), share]);
}

function predictPassive(element: Element): DelayPrediction {
  if (element.kind === "link") {
    const { label, delayUs, gbps, packetBytes } = element;
    return predictLink({ label, delayUs, gbps: gbps ?? null, packetBytes: packetBytes ?? null });
  }
  return unknownPrediction(`${element.label}: not prepared`);
}

function predictPrepared(
  element: SwitchElement,
  { estimate, device, failure }: PreparedSwitch,
  queue: OfferedQueue | null,
): DelayPrediction {
  const { label, flows, controller } = element;
  if (failure !== null) return unknownPrediction(failure);
  const installs = controller?.installs ?? null;
  const response = device?.controlAgent?.responses.find(({ update }) => update === installs);
  if (installs !== null && !response)
    return unknownPrediction(
      `${label}: packets wait for an update (${installs}), and ${device?.id ?? "its device"} publishes no response time of its control agent`,
    );
  const effect = flows && device ? flowCountEffect(device, flows) : null;
  const prediction = predictSwitch({
    label,
    estimate,
    noise: device && noiseOf(device),
    queue: queue?.load ?? null,
    flows: effect,
    controller: controller
      ? { ...controller, sigmaUs: controller.sigmaUs ?? null, agent: response ? agentOf(response) : null }
      : null,
  });
  const notes = [
    ...prediction.notes,
    ...(queue?.note ? [queue.note] : []),
    ...(device?.fitRmseUs && device.runSpreadUs === null
      ? [
          `${device.id} publishes no spread between its runs: the interval of the mean is that of the fit alone`,
        ]
      : []),
    ...(flows && device && !effect ? [`${label}: ${device.id} publishes no effect of many flows`] : []),
    ...(element.queue?.priority && device ? priorityNotes(label, device) : []),
  ];
  return { ...prediction, notes };
}

type AgentResponse = NonNullable<DeviceProfile["controlAgent"]>["responses"][number];

/** The middle of the published range, off by half of it. */
const agentOf = ({ leastMs, mostMs }: AgentResponse): { us: number; errorUs: number } => ({
  us: 500 * (leastMs.value + mostMs.value),
  errorUs: 500 * (mostMs.value - leastMs.value),
});

const noiseOf = ({ id, spreadUs, runSpreadUs, tail }: DeviceProfile): SwitchNoise => ({
  device: id,
  spreadUs: spreadUs?.value ?? null,
  runSpreadUs: runSpreadUs?.value ?? null,
  tail: tail && { p50: tail.p50.value, p95: tail.p95.value, p99: tail.p99.value },
});

/** What INT can see of the segment is held against it; the rest is predicted apart. */
function together(
  elements: readonly Element[],
  elementPredictions: readonly DelayPrediction[],
): Omit<SegmentPrediction, "queues"> {
  if (elements.length === 0)
    return {
      prediction: shown(unknownPrediction("no elements are described, so nothing can be predicted")),
      elementPredictions: [],
      unseen: null,
    };
  const visible = elementPredictions.filter((_, i) => isVisible(elements, i));
  const hidden = elementPredictions.filter((_, i) => !isVisible(elements, i));
  return {
    prediction: shown(predictSegment(visible)),
    elementPredictions: elementPredictions.map(shown),
    unseen: hidden.length > 0 ? shown(predictSegment(hidden)) : null,
  };
}

/** Without the distribution behind its percentiles. */
function shown({ delays: _, ...prediction }: DelayPrediction): Prediction {
  return prediction;
}
