import {
  createScenarioSource,
  createUdpLocation,
  locateUdp,
  readCapture,
  type SendScenario,
  sendScenarioSchema,
} from "../telemetry/index.ts";
import { onlyPositional, parseArguments, positiveInteger, positiveNumber } from "./arguments.ts";
import { type Command, exitCode } from "./command.ts";
import { InputError, inputError, UsageError } from "./errors.ts";
import { readCaptureBytes } from "./readCaptureBytes.ts";
import { parseTarget, sendDatagrams } from "./sendDatagrams.ts";
import { printJson } from "./table.ts";
import { portOption, reportPorts } from "./telemetryOptions.ts";

/** Speed of a replay that gives no rate (our choice): a collector on any laptop keeps up. */
const REPLAY_PPS = 1000;
/** The largest UDP payload. */
const DATAGRAM_BYTES = 65_507;

export const sendCommand: Command = {
  name: "send",
  summary: "sends INT report datagrams: replays a capture, or a scenario of flows and hops",
  usage: `usage: p4twin send FILE --to HOST:PORT [--rate PPS] [--count N] [--port N]... [--json]

  FILE             a pcap or pcapng capture, whose datagrams to report ports are sent again; or a JSON scenario:
                   {"flows":[{"src":"10.0.1.1","dst":"10.0.2.2","srcPort":43000,"dstPort":45000,
                     "hops":[{"nodeId":1,"ingressPort":1,"egressPort":2,
                              "latencyUs":{"distribution":"erlang","meanUs":20,"shape":4},"nextUs":5}]}]}
  --to HOST:PORT   the collector, for example 127.0.0.1:32766
  --rate PPS       datagrams per second (1000, or the scenario's ratePps)
  --count N        datagrams in all; a capture is repeated (all of it once, or the scenario's count)
  --port N         UDP destination port of the reports in the capture (32766 and 54321)`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      ...portOption,
      to: { type: "string" },
      rate: { type: "string" },
      count: { type: "string" },
      json: { type: "boolean" },
    });
    const name = onlyPositional(positionals, "FILE");
    if (values.to === undefined) throw new UsageError("--to HOST:PORT is missing");
    const target = parseTarget(values.to);
    const rate = positiveNumber("rate", values.rate);
    const count = positiveInteger("count", values.count);
    const ports = reportPorts(values.port);
    const { file, bytes } = await readCaptureBytes(io, name);
    const plan = isJson(bytes)
      ? scenarioPlan(parseScenario(file, bytes))
      : await replayPlan(file, bytes, ports);

    const startMs = io.nowMs();
    const outcome = await sendDatagrams(
      target,
      count ?? plan.count,
      rate ?? plan.ratePps,
      plan.next,
      io.nowMs,
      io.signal,
    ).catch((error: unknown) => {
      throw inputError(
        values.to ?? "",
        "send-failed",
        error instanceof Error ? error.message : String(error),
      );
    });
    const seconds = (io.nowMs() - startMs) / 1000;
    const { sent, failed, lastError } = outcome;
    if (values.json) io.stdout(printJson({ to: values.to, sent, failed, seconds }));
    else io.stdout(`sent ${sent} datagrams to ${values.to} in ${seconds.toFixed(2)} s\n`);
    if (failed === 0) return exitCode.done;
    io.stderr(`${values.to}: error: ${failed} datagrams could not be sent: ${lastError} [send-failed]\n`);
    return exitCode.badInput;
  },
};

/** What to send: how many, how fast, and the payload of each. */
type SendPlan = { count: number; ratePps: number; next: () => Uint8Array };

function scenarioPlan(scenario: SendScenario): SendPlan {
  const source = createScenarioSource(scenario);
  const buffer = new Uint8Array(DATAGRAM_BYTES);
  return {
    count: scenario.count,
    ratePps: scenario.ratePps,
    next: () => buffer.subarray(0, source.next(buffer, 0)),
  };
}

async function replayPlan(file: string, bytes: Uint8Array, ports: readonly number[]): Promise<SendPlan> {
  const payloads: Uint8Array[] = [];
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
    payloads.push(data.slice(location.payloadAt, location.payloadAt + location.payloadBytes));
  }
  if (payloads.length === 0) {
    const message = `none of ${frames} frames is a whole datagram to port ${ports.join(" or ")}; name the right one with --port`;
    throw inputError(file, "no-reports", message);
  }
  let at = 0;
  return { count: payloads.length, ratePps: REPLAY_PPS, next: () => payloads[at++ % payloads.length] };
}

const OPENING_BRACE = 0x7b;

/** A scenario begins with a brace, behind white space or not; no capture does. */
function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  return first === OPENING_BRACE;
}

function parseScenario(file: string, bytes: Uint8Array): SendScenario {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw inputError(
      file,
      "json",
      `not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const parsed = sendScenarioSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new InputError(
    file,
    parsed.error.issues.map((issue) => ({
      severity: "error",
      code: "scenario-field",
      message: `${issue.path.join(".")}: ${issue.message}`,
      span: null,
    })),
  );
}
