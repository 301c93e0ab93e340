import type { ZodType } from "zod";
import { createSimulation, SimulationScenario } from "../../control/index.ts";
import { issueTexts } from "../../core/index.ts";
import {
  createCloudReporter,
  createScenarioSource,
  type SendScenario,
  sendScenarioSchema,
} from "../../telemetry/index.ts";
import { InputError, inputError } from "../errors.ts";
import { type ReplayChoice, replayPlan } from "./replayPlan.ts";

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
  /** what the sender should know, as lines without the file's name */
  notes: readonly string[];
};

/**
 * The plan of a file: JSON of a simulated cloud or of listed flows, else a capture whose report datagrams are replayed.
 */
export async function sendPlan(file: string, bytes: Uint8Array, choice: ReplayChoice): Promise<SendPlan> {
  if (!isJson(bytes)) return replayPlan(file, bytes, choice);
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
    notes: [],
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
    notes: [],
    next: () => buffer.subarray(0, source.next(buffer, 0)),
  };
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
