import { P4Info, P4RUNTIME_PORT, textOf } from "../../p4runtime/index.ts";
import { install } from "../../run/index.ts";
import { SwitchDevice, SwitchError } from "../../switch/index.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { plural } from "../plural.ts";
import { checkFile } from "../programs/analyseFile.ts";
import { programOptions, programUsage } from "../programs/programOptions.ts";
import { write } from "../programs/write.ts";
import { printJson } from "../table.ts";
import { configProgram } from "./configProgram.ts";
import { openPorts, portsOf, type Wires } from "./ports.ts";
import { serveP4Runtime, type TlsFiles } from "./serveP4Runtime.ts";

/** Our choice: how often digests and idle entries are looked at. */
const SWEEP_MS = 100;

export const switchCommand: Command = {
  name: "switch",
  summary: "a software switch that runs a P4 program and is controlled by P4Runtime",
  usage: `usage: p4twin switch [--p4runtime [HOST:]PORT] [--program FILE] [options]

Runs until it is interrupted. Packets are processed as "p4twin run" does, in real time.
  --p4runtime [HOST:]PORT   where controllers connect, 127.0.0.1:${P4RUNTIME_PORT} by default
  --program FILE            runs from the start; without it a controller sets the pipeline. A device config is P4 text;
                            with --program it may be anything (BMv2's JSON), as long as the P4Info fits FILE
  --device-id N             the id that controllers name, 1 by default
  --cpu-port N              packets to this port go to the controller, packets from it come in here
  --port N=IFACE            a port that is an interface of this machine (Linux, CAP_NET_RAW; several allowed)
  --port N=tap:NAME         a TAP interface that is made, whose other end is this machine (CAP_NET_ADMIN)
  --port N=udp:HERE:HOST:THERE
                            a port whose wire is UDP: each datagram to HERE is a frame, frames leave for HOST:THERE
  --interface N@IFACE       the same as BMv2 writes it
  --p4info FILE             write what controllers know of the program (P4Info as text), for clients that want a file
  --tls-cert FILE, --tls-key FILE
                            certificate and key (PEM); without them there is no TLS
  --tls-ca FILE             controllers must have a certificate of this CA
  --json                    one JSON document when it is ready
${programUsage}`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      p4runtime: { type: "string" },
      program: { type: "string" },
      "device-id": { type: "string" },
      "cpu-port": { type: "string" },
      port: { type: "string", multiple: true },
      interface: { type: "string", multiple: true },
      p4info: { type: "string" },
      "tls-cert": { type: "string" },
      "tls-key": { type: "string" },
      "tls-ca": { type: "string" },
      ...programOptions,
    });
    if (positionals.length > 0) throw new UsageError(`give the program as --program ${positionals[0]}`);
    const at = parseAddress(values.p4runtime);
    const tls = readTls(io, values["tls-cert"], values["tls-key"], values["tls-ca"]);
    const cpuPort =
      values["cpu-port"] === undefined ? null : numberIn("cpu-port", values["cpu-port"], 1, 510);
    const ports = portsOf(values.port, values.interface);
    let wires: Wires | null = null;
    const device = new SwitchDevice({
      deviceId: deviceIdOf(values["device-id"]),
      cpuPort,
      nowUs: () => io.nowMs() * 1000,
      wallNs: () => BigInt(Date.now()) * 1_000_000n,
      compile: configProgram,
      onSent: ({ port, bytes }) => wires?.send(port, bytes),
    });
    if (values.program !== undefined) {
      const checked = await checkFile(io, values.program, values);
      const entries = values.entries === undefined ? null : await readEntries(io, values.entries);
      try {
        device.start(
          checked,
          (target) => {
            const problems = entries ? install(target, entries.text, entries.file) : [];
            if (problems.length > 0) throw new InputError(entries?.file ?? "", problems);
          },
          await textAlone(io, values.program, values.define),
        );
      } catch (error) {
        if (!(error instanceof SwitchError)) throw error;
        throw inputError(values.program, "switch-program", error.message);
      }
    } else if (values.entries !== undefined) throw new UsageError("--entries belongs to --program");
    if (values.p4info !== undefined) {
      const { p4Info } = device;
      if (!p4Info) throw new UsageError("--p4info belongs to --program");
      write(io, values.p4info, textOf(P4Info, p4Info));
    }
    wires = await openPorts(ports, (port, frame) => device.receive(port, frame)).catch(
      cannotListen("--port"),
    );
    const server = await serveP4Runtime(device, at.host, at.port, tls).catch(async (error: unknown) => {
      await wires?.close();
      return cannotListen(`${at.host}:${at.port}`)(error);
    });
    const sweep = setInterval(() => device.sweep(), SWEEP_MS);
    const tables = device.p4Info?.tables.length ?? 0;
    const ready = { address: at.host, port: server.port, tls: tls !== null, tables };
    io.stdout(
      values.json
        ? printJson(ready)
        : `P4Runtime on ${at.host}:${server.port}${tls ? " (TLS)" : ""}; ${
            values.program === undefined
              ? "waits for a pipeline"
              : `${plural(tables, "table")} of ${values.program}`
          }\n`,
    );
    await new Promise<void>((resolve) => {
      if (io.signal.aborted) resolve();
      io.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    clearInterval(sweep);
    server.close();
    await wires.close();
    return exitCode.done;
  },
};

/** A program that is one text without macros from outside; null: it has more, or came by standard input. */
async function textAlone(
  io: Io,
  path: string,
  defines: readonly string[] | undefined,
): Promise<string | null> {
  if (path === "-" || defines?.length) return null;
  const { text } = await readInput(io, path, { folder: "programs", extensions: [".p4"] });
  return /^[ \t]*#[ \t]*include[ \t]*"/m.test(text) ? null : text;
}

const readEntries = (io: Io, path: string) =>
  readInput(io, path, { folder: "entries", extensions: [".json"] });

const cannotListen =
  (where: string) =>
  (error: unknown): never => {
    if (error instanceof UsageError) throw error;
    throw inputError(where, "switch-listen", error instanceof Error ? error.message : String(error));
  };

function parseAddress(text: string | undefined): { host: string; port: number } {
  const [, host, port] = /^(?:(.+):)?(\d+)$/.exec(text ?? String(P4RUNTIME_PORT)) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError(`--p4runtime takes PORT or HOST:PORT, not "${text}"`);
  return { host: host?.replace(/^\[|\]$/g, "") ?? "127.0.0.1", port: Number(port) };
}

function numberIn(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high)
    throw new UsageError(`--${name} takes a number from ${low} to ${high}, not "${text}"`);
  return value;
}

/** Since version 1.5 an id of 0 is not allowed, but tutorials count from it. */
function deviceIdOf(text: string | undefined): bigint {
  if (text === undefined) return 1n;
  if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 2n ** 64n)
    throw new UsageError(`--device-id takes a number of 64 bits, not "${text}"`);
  return BigInt(text);
}

function readTls(io: Io, certificate?: string, key?: string, clientCa?: string): TlsFiles | null {
  if (certificate === undefined && key === undefined && clientCa === undefined) return null;
  if (certificate === undefined || key === undefined)
    throw new UsageError("TLS needs both --tls-cert FILE and --tls-key FILE");
  const read = (path: string): Buffer => {
    try {
      return Buffer.from(io.readFile(path));
    } catch (error) {
      throw inputError(path, "switch-tls", error instanceof Error ? error.message : String(error));
    }
  };
  return {
    certificate: read(certificate),
    key: read(key),
    clientCa: clientCa === undefined ? null : read(clientCa),
  };
}
