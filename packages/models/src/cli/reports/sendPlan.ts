import type { ZodType } from "zod";
import { createSimulation, SimulationScenario } from "../../control/index.ts";
import { issueTexts } from "../../core/index.ts";
import {
  createCloudReporter,
  createScenarioSource,
  createUdpLocation,
  locateUdp,
  readCapture,
  type SendScenario,
  sendScenarioSchema,
} from "../../telemetry/index.ts";
import { InputError, inputError } from "../errors.ts";

/** Speed of a replay that gives no rate (our choice): a collector on any laptop keeps up. */
const REPLAY_PPS = 1000;
/** The largest UDP payload. */
const DATAGRAM_BYTES = 65_507;
/** A simulated cloud runs this long where the command line gives no count (our choice). */
const CLOUD_SECONDS = 10;
/** The simulation is moved on in steps of this length, and given up after this long without a report. */
const CLOUD_STEP_US = 1000;
const CLOUD_SILENCE_US = 60e6;

/** What to send: how many, how fast, and the payload of each (a view that holds until the next call). */
export type SendPlan = {
  count: number;
  ratePps: number;
  next: () => Uint8Array;
  /** When the i-th was captured, in ms after the first; null for anything but a capture with times. */
  capturedMs: ((i: number) => number) | null;
};

/**
 * The plan of a file: JSON of a simulated cloud or of listed flows, else a capture whose report datagrams are replayed.
 */
export async function sendPlan(file: string, bytes: Uint8Array, ports: readonly number[]): Promise<SendPlan> {
  if (!isJson(bytes)) return replayPlan(file, bytes, ports);
  const json = parseJson(file, bytes);
  if (typeof json === "object" && json !== null && "switches" in json) return cloudPlan(file, json);
  return scenarioPlan(parseWith(sendScenarioSchema, file, json));
}

/** A cloud with queues, VNFs and latency control: its switches report at the rate of their flows. */
function cloudPlan(file: string, json: unknown): SendPlan {
  const scenario = parseWith(SimulationScenario, file, json);
  const waiting: Uint8Array[] = [];
  const reporter = createCloudReporter(scenario, (b, length) => void waiting.push(b.slice(0, length)));
  const simulation = createSimulation(scenario, { seed: 1, onPacket: (packet) => reporter.report(packet) });
  let nowUs = 0;
  const ppsOf = new Map(scenario.flows.map((flow) => [flow.id, flow.pps]));
  const ratePps = scenario.segments.reduce((sum, s) => sum + (s.report ? (ppsOf.get(s.flow) ?? 0) : 0), 0);
  if (ratePps === 0)
    throw inputError(file, "no-reports", "no segment of this cloud reports a flow: give one a `report`");
  let at = 0;
  return {
    count: Math.max(1, Math.round(ratePps * CLOUD_SECONDS)),
    ratePps,
    capturedMs: null,
    next() {
      if (at === waiting.length) {
        waiting.length = 0;
        at = 0;
        const limitUs = nowUs + CLOUD_SILENCE_US;
        while (waiting.length === 0 && nowUs < limitUs) {
          nowUs += CLOUD_STEP_US;
          simulation.advance(nowUs);
        }
        if (waiting.length === 0)
          throw inputError(file, "no-reports", "no packet of this cloud passes a reporting segment");
      }
      return waiting[at++];
    },
  };
}

function scenarioPlan(scenario: SendScenario): SendPlan {
  const source = createScenarioSource(scenario);
  const buffer = new Uint8Array(DATAGRAM_BYTES);
  return {
    count: scenario.count,
    ratePps: scenario.ratePps,
    capturedMs: null,
    next: () => buffer.subarray(0, source.next(buffer, 0)),
  };
}

async function replayPlan(file: string, bytes: Uint8Array, ports: readonly number[]): Promise<SendPlan> {
  const payloads: Uint8Array[] = [];
  const timesNs: (bigint | null)[] = [];
  const location = createUdpLocation();
  let frames = 0;
  for await (const item of readCapture([bytes])) {
    if (item.kind === "problem") {
      if (item.severity === "error") throw inputError(file, item.code, item.message);
      continue;
    }
    frames++;
    const { data } = item;
    if (locateUdp(data, 0, data.length, item.linkType, location) !== 0 || location.fragment) continue;
    if (!ports.includes(location.dstPort)) continue;
    timesNs.push(item.timeNs);
    payloads.push(data.slice(location.payloadAt, location.payloadAt + location.payloadBytes));
  }
  if (payloads.length === 0) {
    const message = `none of ${frames} frames is a whole datagram to port ${ports.join(" or ")}; name the right one with --port`;
    throw inputError(file, "no-reports", message);
  }
  let at = 0;
  return {
    count: payloads.length,
    ratePps: REPLAY_PPS,
    next: () => payloads[at++ % payloads.length],
    capturedMs: pace(timesNs),
  };
}

/** When each datagram is due after the first; a capture that is repeated begins again one mean gap after its end. */
function pace(timesNs: readonly (bigint | null)[]): ((i: number) => number) | null {
  const [first] = timesNs;
  const offsetsMs: number[] = [];
  for (const ns of timesNs) {
    if (ns === null || first === null) return null;
    offsetsMs.push(Number(ns - first) / 1e6);
  }
  const count = offsetsMs.length;
  // records may be out of order
  const spanMs = offsetsMs.reduce((most, ms) => Math.max(most, ms), 0);
  const roundMs = count > 1 ? (spanMs * count) / (count - 1) : 0;
  return (i) => Math.floor(i / count) * roundMs + offsetsMs[i % count];
}

const OPENING_BRACE = 0x7b;

/** A scenario begins with a brace, behind white space or not; no capture does. */
function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  return first === OPENING_BRACE;
}

function parseJson(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw inputError(
      file,
      "json",
      `not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function parseWith<T>(schema: ZodType<T>, file: string, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new InputError(
    file,
    issueTexts(parsed.error, "the scenario").map((message) => ({
      severity: "error",
      code: "scenario-field",
      message,
      span: null,
    })),
  );
}
