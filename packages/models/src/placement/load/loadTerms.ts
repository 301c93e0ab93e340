import { BITS_PER_BYTE, gbpsToPps } from "../../core/index.ts";
import { CONTROLLER_SPREAD, instability, meanWait } from "../../queueing/index.ts";
import { fullLoadCycles } from "../../server/index.ts";
import { type Catalogue, type DeviceFacts, smallestFrameBytes } from "../catalogue.ts";
import { type FunctionFacts, functionFacts } from "../instance.ts";
import type { LoadModel, Problem } from "../problem.ts";
import type { Conflict, DelayTerm, LoadReport } from "../result.ts";
import { type Access, accessesOf } from "./accesses.ts";

/** Packets of chains that do not say their size: MTU, for which the profiles hold (thesis Sec. 4.2.1). */
const DEFAULT_PACKET_BYTES = 1500;

/** Stands for the controller in the ids of a conflict. */
export const CONTROLLER = "controller";

/** Load model of a problem, null for delays of an empty network. */
export function loadModelOf({ options }: Problem): LoadModel | null {
  if (options.latency !== "loaded") return null;
  return options.load ?? { model: "refined", service: "rate", newFlowShare: 0 };
}

/** `terms` null: a queue on the chain's way grows without limit. */
export type Loaded = {
  terms: Map<string, DelayTerm[] | null>;
  report: LoadReport;
  /** queues without a steady state, in words (4.13) */
  violations: Conflict[];
};

/** Arrivals at one queue: packets/s, and first and second moment of the service time over them (us, us^2). */
type Offered = { pps: number; meanUs: number; squareUs: number };

/**
 * The steps of all chains with what their packets wait: at each device they enter (M/G/1 over the service
 * times of all that pass it, Eqs. 4.8-4.11), and, for first packets of flows, at the controller and a second
 * time at the chain's first device (Eqs. 4.1, 4.12). `chains` have their steps without load (Eq. 5.19).
 */
export function loadTerms(
  problem: Problem,
  catalogue: Catalogue,
  load: LoadModel,
  chains: readonly { id: string; terms: readonly DelayTerm[] }[],
): Loaded {
  const profileOf = new Map(problem.devices.map((d) => [d.id, d.profile]));
  const chainOf = new Map(problem.chains.map((c) => [c.id, c]));
  const functionOf = new Map(
    [...catalogue.functions, ...problem.functions].map((f) => [f.type, functionFacts(f)]),
  );
  const { newFlowShare } = load;
  const offered = new Map<string, Offered>();
  const unknownSpread = new Set<string>();
  let newFlowPps = 0;
  const frameBytes = smallestFrameBytes(problem);
  const ways = chains.map(({ id, terms }) => {
    const { gbps, packetBytes = DEFAULT_PACKET_BYTES } = chainOf.get(id)!;
    const accesses = accessesOf(terms);
    accesses.forEach((access, i) => {
      const facts = catalogue.device(profileOf.get(access.device)!, frameBytes)!;
      const bytes = packetBytes + (facts.software?.overheadBytes ?? 0);
      const pps = gbpsToPps(gbps, bytes);
      const serviceUs =
        load.service === "latency"
          ? access.us
          : occupiedUs(facts, access, bytes * BITS_PER_BYTE, (type) => functionOf.get(type)!);
      if (serviceUs <= 0) return;
      if (load.model === "refined" && facts.spreadUs === null) unknownSpread.add(access.device);
      // the shape of the latency's distribution is kept: the same ratio of spread and mean
      const ratio = load.model === "simple" || facts.spreadUs === null ? 1 : facts.spreadUs / access.us;
      const visits = pps * (i === 0 ? 1 + newFlowShare : 1);
      const queue = offered.get(access.device) ?? { pps: 0, meanUs: 0, squareUs: 0 };
      offered.set(access.device, mixed(queue, visits, serviceUs, serviceUs * ratio));
    });
    newFlowPps += newFlowShare * gbpsToPps(gbps, packetBytes);
    return { id, terms, accesses };
  });
  const stations = [...offered].map(([device, queue]) => {
    const cores = catalogue.device(profileOf.get(device)!, frameBytes)!.software?.cores ?? 1;
    const { waitUs, ...station } = waitOf(queue);
    // each core has a queue of its own: a share of the packets, and their whole service time
    return { device, ...station, waitUs: waitUs === null ? null : waitUs * cores };
  });
  const controller = load.controller && newFlowShare > 0 ? controllerQueue(load, newFlowPps) : null;
  const waits = new Map(stations.map((s) => [s.device, s.waitUs]));
  const violations = stations.flatMap(({ device, waitUs }) =>
    waitUs === null ? [overloaded(device, device, offered.get(device)!)] : [],
  );
  if (controller?.waitUs === null)
    violations.push(overloaded(CONTROLLER, "the controller", controller.queue));
  const terms = new Map(
    ways.map(({ id, terms: base, accesses }): [string, DelayTerm[] | null] => [
      id,
      withWaits(base, accesses, waits, newFlowShare, controller),
    ]),
  );
  const notes = [...unknownSpread].map(
    (device) =>
      `${device}: the spread of its latency is not published, so its service time is taken as exponential`,
  );
  const { model, service } = load;
  const seen = controller && {
    pps: controller.pps,
    utilisation: controller.utilisation,
    waitUs: controller.waitUs,
  };
  return { terms, violations, report: { model, service, newFlowShare, stations, controller: seen, notes } };
}

/**
 * How long a packet keeps a device from the next one: at line rate, or at the slowest of the externs that it
 * calls (our choice), or on the cores of a server, with input and output, all together.
 */
function occupiedUs(
  { gbps, externs, software }: DeviceFacts,
  { functions }: Access,
  bits: number,
  functionOf: (type: string) => FunctionFacts,
): number {
  const atGbps = (rate: number | null): number => (rate === null ? 0 : bits / (rate * BITS_PER_US_AT_1_GBPS));
  const calls = functions.flatMap((type) => [...functionOf(type).externs]);
  const coresUs =
    software === null
      ? 0
      : fullLoadCycles(software, functions.map(functionOf)) / (software.gigacycles * BITS_PER_US_AT_1_GBPS);
  const slowest = calls.map(
    (e) => calls.filter((other) => other === e).length * atGbps(externs.get(e) ?? null),
  );
  return Math.max(atGbps(gbps), coresUs, ...slowest);
}
const BITS_PER_US_AT_1_GBPS = 1000;

/** One more stream of arrivals in the mixture that a queue serves. */
function mixed(queue: Offered, pps: number, meanUs: number, sigmaUs: number): Offered {
  const total = queue.pps + pps;
  const share = pps / total;
  return {
    pps: total,
    meanUs: queue.meanUs + share * (meanUs - queue.meanUs),
    squareUs: queue.squareUs + share * (meanUs ** 2 + sigmaUs ** 2 - queue.squareUs),
  };
}

function waitOf({ pps, meanUs, squareUs }: Offered): {
  pps: number;
  utilisation: number;
  waitUs: number | null;
} {
  const wait = meanWait(pps, meanUs, Math.sqrt(Math.max(0, squareUs - meanUs ** 2)));
  return { pps, utilisation: wait.utilisation, waitUs: wait.stable ? wait.waitUs : null };
}

type Controller = ReturnType<typeof waitOf> & { serviceUs: number; queue: Offered };

function controllerQueue({ controller, model }: LoadModel, pps: number): Controller {
  const serviceUs = controller!.serviceUs;
  const sigmaUs = model === "simple" ? serviceUs : (controller!.sigmaUs ?? serviceUs * CONTROLLER_SPREAD);
  const queue = { pps, meanUs: serviceUs, squareUs: serviceUs ** 2 + sigmaUs ** 2 };
  return { ...waitOf(queue), serviceUs, queue };
}

function overloaded(id: string, name: string, { pps, meanUs }: Offered): Conflict {
  const system = { device: { serviceUs: meanUs, sigmaUs: 0 }, controller: null, newFlowShare: 0 };
  const reason = instability(system, pps)!.replace("the data plane", name);
  return { constraint: "4.13", ids: [id], message: reason };
}

function withWaits(
  terms: readonly DelayTerm[],
  accesses: readonly Access[],
  waits: ReadonlyMap<string, number | null>,
  newFlowShare: number,
  controller: Controller | null,
): DelayTerm[] | null {
  const loaded: DelayTerm[] = [];
  let copied = 0;
  const copyTo = (end: number): void => {
    loaded.push(...terms.slice(copied, end));
    copied = end;
  };
  for (const [i, { device, at, afterFunctions, us }] of accesses.entries()) {
    const waitUs = waits.get(device) ?? (waits.has(device) ? null : 0);
    if (waitUs === null) return null;
    copyTo(at + 1);
    if (waitUs > 0) loaded.push({ device, what: "wait", us: waitUs, kind: "wait" });
    if (i > 0 || controller === null) continue;
    if (controller.waitUs === null) return null;
    copyTo(afterFunctions);
    const again = us + waitUs + controller.serviceUs + controller.waitUs;
    loaded.push({ device, what: "new flows", us: newFlowShare * again, kind: "controller" });
  }
  copyTo(terms.length);
  return loaded;
}
