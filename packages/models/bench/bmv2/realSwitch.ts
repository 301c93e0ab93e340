import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { switchCommandLine } from "../../src/cli/devices/probe/switchCommandLine.ts";
import type { Sent } from "../../src/run/target.ts";
import { Nanomsg } from "./nanomsg.ts";

const PACKET_IN = 3;
const PACKET_OUT = 4;
const HEAD_BYTES = 12;
/** Bytes before the samples of a digest, and where their list's number and their own are. */
const NOTE_BYTES = 32;
const LIST_AT = 16;
const SAMPLES_AT = 28;
const PROMPT = "RuntimeCmd: ";
/** Our choice: what a start or a command may take on a machine that is busy. */
const START_MS = 60_000;
/** Of what the switch prints: enough to see why it ends. */
const LAST_CHARACTERS = 400;

/** A digest as the switch sends it: the number of its list, and the bytes of its samples one after another. */
export type Note = { list: number; samples: number; bytes: Uint8Array };

/** BMv2's simple_switch, or its psa_switch, with a program, its command line, and its packets over nanomsg. */
export class RealSwitch {
  readonly out: Pick<Sent, "port" | "bytes">[] = [];
  readonly notes: Note[] = [];
  private readonly folder: string;
  private readonly process: ChildProcess;
  private commands: ChildProcess | null = null;
  private readonly sockets: Nanomsg[] = [];
  private told = "";
  private printed = "";
  private hasEnded = false;
  private wake: (() => void) | null = null;

  private constructor(
    folder: string,
    simpleSwitch: string,
    json: string,
    thriftPort: number,
    log: string | null,
  ) {
    this.folder = folder;
    const address = (name: string): string => `ipc://${join(folder, name)}`;
    const given = ["--packet-in", address("packets"), "--notifications-addr", address("notes")];
    const logged = log === null ? [] : ["--log-file", log, "--log-flush"];
    // psa_switch has no such option
    const queues = basename(simpleSwitch) === "psa_switch" ? [] : ["--", "--priority-queues", "8"];
    this.process = spawn(
      simpleSwitch,
      [...given, ...logged, "--thrift-port", String(thriftPort), json, ...queues],
      { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
    );
    const printed = (data: Buffer): void => {
      this.printed = (this.printed + data.toString()).slice(-LAST_CHARACTERS);
    };
    this.process.stdout?.on("data", printed);
    this.process.stderr?.on("data", printed);
    this.process.on("exit", () => {
      this.hasEnded = true;
      this.wake?.();
    });
  }

  /** Starts the switch's command line; it ends at once where nothing listens yet. */
  private startCommands(simpleSwitch: string, thriftPort: number): void {
    const { command, env } = switchCommandLine(simpleSwitch, thriftPort);
    const [program = "", ...given] = command;
    const commands = spawn(program, given, { env });
    commands.stdin.on("error", () => undefined);
    const heard = (data: Buffer): void => {
      this.told += data.toString();
      this.wake?.();
    };
    commands.stdout.on("data", heard);
    commands.stderr.on("data", heard);
    this.commands = commands;
  }

  /** Starts the switch with what p4c made of a program. */
  static async start(simpleSwitch: string, json: string, log: string | null = null): Promise<RealSwitch> {
    const folder = mkdtempSync(join(tmpdir(), "p4twin-switch-"));
    const port = await freePort();
    const real = new RealSwitch(folder, simpleSwitch, json, port, log);
    const end = performance.now() + START_MS;
    while (!real.hasEnded && performance.now() < end && !(await isListening(port))) await sleep(50);
    if (!real.hasEnded) real.startCommands(simpleSwitch, port);
    await real.until(() => real.told.includes(PROMPT), START_MS);
    if (!real.told.includes(PROMPT)) {
      const { told, printed } = real;
      await real.stop();
      throw new Error(`${basename(simpleSwitch)} does not start: ${told}${printed}`.trim());
    }
    real.told = "";
    const listen = (name: string, protocol: "pair" | "subscriber", heard: (message: Buffer) => void): void =>
      void real.sockets.push(new Nanomsg(join(folder, name), protocol, heard));
    listen("packets", "pair", (message) => real.arrived(message));
    listen("notes", "subscriber", (message) => real.noted(message));
    return real;
  }

  /** The simple_switch that runs has ended by itself: an assertion, mostly. */
  get isDead(): boolean {
    return this.hasEnded;
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** The last that the switch has printed. */
  get lastWords(): string {
    return this.printed.trim().split("\n").at(-1) ?? "";
  }

  private arrived(message: Buffer): void {
    if (message.readInt32LE(0) !== PACKET_OUT) return;
    this.out.push({ port: message.readInt32LE(4), bytes: new Uint8Array(message.subarray(HEAD_BYTES)) });
    this.wake?.();
  }

  private noted(message: Buffer): void {
    if (message.toString("latin1", 0, 3) !== "LEA") return;
    const [list, samples] = [message.readInt32LE(LIST_AT), message.readUInt32LE(SAMPLES_AT)];
    this.notes.push({ list, samples, bytes: new Uint8Array(message.subarray(NOTE_BYTES)) });
  }

  /** One line for the switch's command line; what it says. */
  command(line: string): Promise<string> {
    return this.commandsTogether([line]);
  }

  /** Lines one after the other, which are faster together; what it says to all of them. */
  async commandsTogether(lines: readonly string[]): Promise<string> {
    this.told = "";
    this.commands?.stdin?.write(lines.map((line) => `${line}\n`).join(""));
    await this.until(() => this.told.split(PROMPT).length > lines.length, START_MS);
    return this.told.replaceAll(PROMPT, "").trim();
  }

  send(port: number, bytes: Uint8Array): void {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeInt32LE(PACKET_IN, 0);
    head.writeInt32LE(port, 4);
    head.writeInt32LE(bytes.length, 8);
    this.sockets[0]?.send(Buffer.concat([head, bytes]));
  }

  /** Waits until so many packets have left, at most `ms`. */
  async left(count: number, ms: number): Promise<boolean> {
    await this.until(() => this.out.length >= count, ms);
    return this.out.length >= count;
  }

  private async until(holds: () => boolean, ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (!holds() && !this.hasEnded && performance.now() < end) {
      const awake = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      await Promise.race([awake, sleep(Math.max(1, end - performance.now()))]);
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.close();
    this.commands?.kill("SIGKILL");
    if (!this.hasEnded) {
      this.process.kill("SIGKILL");
      await this.until(() => this.hasEnded, 5000);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const told = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => told(true));
    socket.on("error", () => told(false));
  });

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
