import type { Diagnostic } from "../../core/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import {
  bytesOfHex,
  createSwitch,
  hexOf,
  install,
  passTime,
  readPacket,
  stepTimes,
  type Target,
} from "../../run/index.ts";
import { encodePcap, readCapture } from "../../telemetry/index.ts";
import { onlyPositional, parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { readBytes, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { printJson } from "../table.ts";
import { checkFile } from "./analyseFile.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { type RanPacket, showPacket } from "./showRun.ts";
import { write } from "./testCommand.ts";

/** A packet to send, and when. */
type Arrival = { bytes: Uint8Array; timeNs: bigint | null };

export const runCommand: Command = {
  name: "run",
  summary: "sends packets through a P4 program: what leaves, each step, its time on a device",
  usage: `usage: p4twin run FILE (--packet PACKET... | --pcap FILE) [options]

FILE is a P4 program for v1model or PSA; it runs as BMv2's switches do.
  --packet PACKET           hexadecimal digits, or headers by name as in "eth/ipv4(ttl=1)/udp(dport=53)":
                            well-known ones and those of the program (several allowed)
  --pcap FILE               packets of a pcap or pcapng file, at their times
  --port N                  the port that packets come in on, 0 by default
  --out FILE                write what leaves to a pcap file
  --trace text|json         each step with its place in the program
  --device ID|FILE          the time of each step and packet on a device (v1model)
  --seed N                  of random numbers, 1 by default
  --json                    one JSON document
${programUsage}`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      packet: { type: "string", multiple: true },
      pcap: { type: "string" },
      port: { type: "string" },
      out: { type: "string" },
      trace: { type: "string" },
      device: { type: "string" },
      seed: { type: "string" },
      ...programOptions,
    });
    const file = onlyPositional(positionals, "FILE");
    if (values.trace !== undefined && values.trace !== "text" && values.trace !== "json")
      throw new UsageError(`--trace takes text or json, not "${values.trace}"`);
    const port = portOf(values.port);
    const device = values.device === undefined ? null : await readDevice(io, values.device);
    const checked = await checkFile(io, file, values);
    if (values.packet === undefined && values.pcap === undefined)
      throw new UsageError("--packet PACKET or --pcap FILE is missing");
    const made = createSwitch(checked, { trace: true, seed: positiveInteger("seed", values.seed) ?? 1 });
    if (!made.ok) throw new InputError(file, [made.error]);
    if (device !== null && checked.architecture?.definition.id !== "v1model")
      throw inputError(file, "run-device", "times are known for v1model programs only; leave out --device");
    const shapes = made.value.headerShapes();
    const arrivals = (values.packet ?? []).map((text): Arrival => packetOf(text, shapes));
    if (values.pcap !== undefined) arrivals.push(...(await framesOf(io, values.pcap)));
    if (values.entries !== undefined) await installFile(io, made.value, values.entries);
    const ran = sendAll(made.value, arrivals, port, device);
    if (values.out !== undefined) write(io, values.out, captureOf(ran));
    const asJson = values.json === true || values.trace === "json";
    io.stdout(
      asJson ? printJson(ran) : ran.map((each) => showPacket(each, values.trace === "text")).join("\n"),
    );
    return exitCode.done;
  },
};

function portOf(text: string | undefined): number {
  const port = Number(text ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 510)
    throw new UsageError(`--port takes a number from 0 to 510, not "${text}"`);
  return port;
}

function packetOf(text: string, shapes: ReturnType<Target["headerShapes"]>): Arrival {
  const read = readPacket(text, shapes);
  if (!read.ok) throw new InputError("--packet", [read.error]);
  return { bytes: read.value, timeNs: null };
}

async function framesOf(io: Io, pcap: string): Promise<Arrival[]> {
  const frames: Arrival[] = [];
  const problems: Diagnostic[] = [];
  for await (const item of readCapture([await readBytes(io, pcap)])) {
    if (item.kind === "frame") frames.push({ bytes: item.data.slice(), timeNs: item.timeNs });
    else if (item.severity === "error")
      problems.push({ severity: "error", code: item.code, message: item.message, span: null });
  }
  if (problems.length > 0) throw new InputError(pcap, problems);
  return frames;
}

async function installFile(io: Io, target: Target, path: string): Promise<void> {
  const { file, text } = await readInput(io, path, { folder: "entries", extensions: [".json"] });
  const problems = install(target, text, file);
  if (problems.length > 0) throw new InputError(file, problems);
}

function sendAll(
  target: Target,
  arrivals: readonly Arrival[],
  port: number,
  device: DeviceProfile | null,
): RanPacket[] {
  const first = arrivals.find(({ timeNs }) => timeNs !== null)?.timeNs ?? 0n;
  return arrivals.map(({ bytes, timeNs }, index) => {
    target.machine.nowUs = timeNs === null ? index : Number((timeNs - first) / 1000n);
    const sent = target.receive(port, bytes).map((each) => ({ port: each.port, bytes: hexOf(each.bytes) }));
    const { events, passes } = target.takeTrace();
    const times = device ? stepTimes(events, device) : null;
    return {
      packet: index + 1,
      port,
      atUs: target.machine.nowUs,
      bytes: hexOf(bytes),
      sent,
      passes: passes.map((pass, i) => ({
        states: pass.states,
        tables: pass.tables,
        externs: [...pass.externs],
        features: pass.features(),
        outcome: pass.outcome,
        time: device ? passTime(pass, `pass ${i + 1}`, device, null) : null,
      })),
      device: device?.id ?? null,
      steps: events.map((event, i) => ({ ...event, us: times?.[i] ?? null })),
    };
  });
}

const captureOf = (ran: readonly RanPacket[]): Uint8Array =>
  encodePcap(
    ran.flatMap(({ atUs, sent }) =>
      sent.map(({ bytes }) => ({ timeNs: BigInt(atUs) * 1000n, data: bytesOfHex(bytes) })),
    ),
  );
