import { onlyPositional, parseArguments, positiveInteger, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { parseAddress } from "../input/parseAddress.ts";
import { readCaptureBytes } from "../input/readCaptureBytes.ts";
import { printJson } from "../table.ts";
import { sendDatagrams } from "./sendDatagrams.ts";
import { sendPlan } from "./sendPlan.ts";
import { dialectOf, portOption, reportPorts } from "./telemetryOptions.ts";

export const sendCommand: Command = {
  name: "send",
  summary: "sends INT report datagrams of a simulated cloud, or replays a capture",
  usage: `usage: p4twin send FILE --to HOST:PORT [--rate PPS | --speed X] [--count N] [--port N]... [--dialect NAME] [--json]

  FILE             a pcap or pcapng capture, of which all that \`decode\` reads is sent again; a simulated cloud
                   (lib:demo); or a JSON list of flows and hops (lib:two-switches-vnf):
                   {"flows":[{"src":"10.0.1.1","dst":"10.0.2.2","srcPort":43000,"dstPort":45000,
                     "hops":[{"nodeId":1,"ingressPort":1,"egressPort":2,
                              "latencyUs":{"distribution":"erlang","meanUs":20,"shape":4},"nextUs":5}]}]}
  --to HOST:PORT   the collector, for example 127.0.0.1:32766
  --rate PPS       datagrams per second (1000 for a capture, otherwise the file's rate)
  --speed X        a capture at X times its own pace: 1 as it was captured, 0.1 to 100
  --count N        datagrams in all; a capture is repeated (all of it once, a cloud for 10 s, or the list's count)
  --port N         UDP destination port of the reports in the capture (32766, 54321, 4739, 6343, and every other port
                   most of whose datagrams are INT reports with a flow and hops)
  --dialect NAME   the kind of exporter, where \`decode\` needs it to find the packets`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      ...portOption,
      to: { type: "string" },
      rate: { type: "string" },
      speed: { type: "string" },
      count: { type: "string" },
      dialect: { type: "string" },
      json: { type: "boolean" },
    });
    const name = onlyPositional(positionals, "FILE");
    if (values.to === undefined) throw new UsageError("--to HOST:PORT is missing");
    const target = parseAddress("to", values.to, "127.0.0.1:32766");
    const rate = positiveNumber("rate", values.rate);
    const speed = positiveNumber("speed", values.speed);
    if (rate !== null && speed !== null) throw new UsageError("--rate and --speed exclude each other");
    if (speed !== null && (speed < 0.1 || speed > 100))
      throw new UsageError(`--speed takes a number from 0.1 to 100, not "${values.speed}"`);
    const count = positiveInteger("count", values.count);
    const ports = values.port === undefined ? null : reportPorts(values.port);
    const dialect = dialectOf(values.dialect ?? "auto");
    const { file, bytes } = await readCaptureBytes(io, name);
    const plan = await sendPlan(file, bytes, { ports, dialect });
    for (const note of plan.notes) io.stderr(`${file}: ${note}\n`);
    const { capturedMs } = plan;
    if (speed !== null && capturedMs === null)
      throw inputError(file, "no-times", "--speed needs a capture with times; send this with --rate");
    const ratePps = rate ?? plan.ratePps;
    const dueMs = (i: number): number =>
      speed !== null && capturedMs !== null ? capturedMs(i) / speed : (i * 1000) / ratePps;

    const startMs = io.nowMs();
    const outcome = await sendDatagrams(
      target,
      count ?? plan.count,
      dueMs,
      plan.next,
      io.nowMs,
      io.signal,
    ).catch((error: unknown) => {
      if (error instanceof InputError) throw error;
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
