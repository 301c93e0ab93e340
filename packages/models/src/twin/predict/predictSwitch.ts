import { significantText } from "../../core/index.ts";
import { CONTROLLER_SPREAD, meanWait } from "../../queueing/index.ts";
import {
  type Delays,
  fixedDelay,
  lognormalDelays,
  mixedDelays,
  plusDelays,
  type TailShape,
  tailedDelays,
  waitingDelays,
} from "./delays.ts";
import {
  around,
  type DelayPrediction,
  type MeanError,
  type PredictedTerm,
  unknownPrediction,
} from "./prediction.ts";
import { arrivalError, offeredWords, waitOf } from "./queueWait.ts";
import type { SwitchEstimate, SwitchInput } from "./switchInput.ts";

/** Below this share of lost packets nothing is said of them (our choice). */
const LOSS_WORTH_SAYING = 1e-6;

/**
 * One pass through a switch: estimate, what many flows add, the wait in its queue (M/G/1 by Pollaczek-Khinchine with
 * the device's spread, a fixed service time where none is stated; thesis Eq. 4.10), and the share that goes to the
 * controller (thesis Eqs. 4.1, 4.12). Where reports show a queue that the load does not explain, the wait is that of
 * its depth. A port's queue is finite: beyond its rate it is full and loses packets. A device or controller with load
 * >= 1 has no steady state. Errors of the mean: fit, run, flows, and arrivals that are not Poisson's (`waitOf`).
 */
export function predictSwitch(input: SwitchInput): DelayPrediction {
  const { label, estimate, queue = null, flows = null, controller = null } = input;
  if (!estimate)
    return unknownPrediction(`${label}: no estimate, because its program or device profile is not known`);
  const { device = label, spreadUs = null, runSpreadUs = null, tail = null } = input.noise ?? {};
  const notes = [...estimate.notes, ...(flows?.notes ?? [])];
  const terms: PredictedTerm[] = estimate.terms.map((t) => ({
    label: t.construct,
    us: t.totalUs,
    kind: "program",
    lowUs: null,
    highUs: null,
  }));
  const program = errorsOf(estimate, label, device, runSpreadUs);
  const errors: (MeanError | null)[] = program ?? [null];
  const { countedUs = 0 } = estimate;
  if (countedUs > 0) errors.push({ source: `counts at ${label}`, belowUs: countedUs, aboveUs: countedUs });
  let passUs = estimate.meanUs;
  let delays = estimateDelays(estimate, spreadUs, tail);
  const addTerm = (
    kind: PredictedTerm["kind"],
    us: number,
    source: string,
    below: number | null,
    above: number | null,
    label: string = kind,
  ) => {
    const error = below === null || above === null ? null : { source, belowUs: below, aboveUs: above };
    const { lowUs, highUs } = around(us, error && [error], null);
    terms.push({ label, us, kind, lowUs, highUs });
    errors.push(error);
  };
  if (flows) {
    passUs += flows.addedUs;
    delays = delays && plusDelays(delays, fixedDelay(flows.addedUs));
    addTerm("flows", flows.addedUs, `flows on ${device}`, flows.belowUs, flows.aboveUs);
  }
  const share = controller?.newFlowShare ?? 0;
  let lossShare = 0;
  let queueDepth: number | null = null;
  if (queue) {
    const serviceUs = queue.server === "device" ? passUs : 1e6 / queue.ratePps;
    // packets of new flows pass the switch twice (thesis Eq. 4.8)
    const pps = queue.offeredPps * (1 + share);
    // a device serves each packet in the time of its path
    const betweenPaths = queue.server === "device" ? deviationOf(estimate) : 0;
    const wait = waitOf(queue, pps, serviceUs, Math.hypot(spreadUs ?? 0, betweenPaths));
    if (wait === null)
      return unknownPrediction(`${label}: ${offeredWords(queue, pps, serviceUs)}: it has no steady state`);
    if (spreadUs === null)
      notes.push(
        `${label}: no spread of its service time is stated, so its queue is taken to serve at a fixed pace`,
      );
    if (wait.lossShare > LOSS_WORTH_SAYING)
      notes.push(
        `${label}: ${offeredWords(queue, pps, serviceUs)}: ${significantText(100 * wait.lossShare, 2)} % are lost`,
      );
    lossShare = wait.lossShare;
    queueDepth = wait.seenDepth;
    if (queueDepth !== null)
      notes.push(
        `${label}: reports show ${significantText(queueDepth, 2)} packets in its queue, which ${Math.round(pps)} packets/s do not explain: its wait is taken from that depth`,
      );
    passUs += wait.waitUs;
    delays = delays && plusDelays(delays, wait.delays);
    const source = queueDepth === null ? `arrivals at ${label}` : `depth at ${label}`;
    addTerm("queue", wait.waitUs, source, wait.errorUs, wait.errorUs);
  }
  let meanUs = passUs;
  if (controller && share > 0) {
    const pps = share * (queue?.offeredPps ?? 0);
    const sigmaUs = controller.sigmaUs ?? CONTROLLER_SPREAD * controller.serviceUs;
    const wait = meanWait(pps, controller.serviceUs, sigmaUs);
    if (!wait.stable)
      return unknownPrediction(
        `${label}: ${Math.round(pps)} packets/s of new flows go to a controller that serves ${Math.round(1e6 / controller.serviceUs)}: it has no steady state`,
      );
    if (!queue)
      notes.push(`${label}: without a load the controller's share counts its service time and no wait`);
    const agent = controller.agent ?? { us: 0, errorUs: 0 };
    const visitUs = passUs + controller.serviceUs + wait.waitUs;
    meanUs += share * visitUs;
    const errorUs = share * arrivalError(wait.waitUs, sigmaUs / controller.serviceUs);
    addTerm("controller", share * visitUs, `arrivals at the controller of ${label}`, errorUs, errorUs);
    meanUs += share * agent.us;
    if (agent.us > 0) {
      const offUs = share * agent.errorUs;
      addTerm("controller", share * agent.us, `control agent of ${device}`, offUs, offUs, "control agent");
    }
    if (delays) {
      const visit = plusDelays(
        lognormalDelays(controller.serviceUs, sigmaUs),
        waitingDelays(wait.waitUs, wait.utilisation, sigmaUs / controller.serviceUs, 0),
      );
      // there and through the switch again
      delays = mixedDelays([
        [1 - share, delays],
        [share, plusDelays(plusDelays(delays, delays), plusDelays(visit, fixedDelay(agent.us)))],
      ]);
    }
  }
  const known = errors.every((e) => e !== null) ? errors : null;
  return {
    ...{ ...around(meanUs, known, delays), terms, notes },
    ...(lossShare > LOSS_WORTH_SAYING ? { lossShare } : {}),
    ...(queueDepth === null ? {} : { queueDepth }),
  };
}

/** Errors of an estimate: those of the fit, which all switches of the profile share, and the run of this one. */
function errorsOf(
  { meanUs, meanLowUs, meanHighUs }: SwitchEstimate,
  label: string,
  device: string,
  runSpreadUs: number | null,
): MeanError[] | null {
  if (meanLowUs === null || meanHighUs === null) return null;
  const runUs = runSpreadUs ?? 0;
  const without = (us: number): number => Math.sqrt(Math.max(0, us ** 2 - runUs ** 2));
  return [
    {
      source: `fit of ${device}`,
      belowUs: without(meanUs - meanLowUs),
      aboveUs: without(meanHighUs - meanUs),
    },
    { source: `run of ${label}`, belowUs: runUs, aboveUs: runUs },
  ];
}

/** Single packets of a program: by the measured percentiles, else lognormal with the spread (our choice). */
function programDelays(meanUs: number, spreadUs: number | null, tail: TailShape | null): Delays | null {
  if (tail) return tailedDelays(meanUs, tail);
  return spreadUs === null ? null : lognormalDelays(meanUs, spreadUs);
}

/** Single packets over all paths that they take; null where their spread is not known. */
function estimateDelays(
  { meanUs, parts = [{ us: meanUs, share: 1 }] }: SwitchEstimate,
  spreadUs: number | null,
  tail: TailShape | null,
): Delays | null {
  const ways: [number, Delays][] = [];
  for (const { us, share } of parts) {
    const delays = programDelays(us, spreadUs, tail);
    if (!delays) return null;
    ways.push([share, delays]);
  }
  const [only] = ways;
  return only && ways.length === 1 ? only[1] : mixedDelays(ways);
}

/** Standard deviation between the paths that packets take (us). */
const deviationOf = ({ meanUs, parts = [] }: SwitchEstimate): number =>
  Math.sqrt(parts.reduce((sum, { us, share }) => sum + share * (us - meanUs) ** 2, 0));
