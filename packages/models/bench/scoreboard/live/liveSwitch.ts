import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { libraryFiles } from "../../../library/index.ts";
import { compilerEnvironment } from "../../../src/cli/devices/probe/compilerPlace.ts";
import { notesIn, switchCommandLine } from "../../../src/cli/devices/probe/switchCommandLine.ts";
import { assert } from "../../../src/core/index.ts";

const THRIFT_PORT = 9391;
const START_MS = 60_000;
/** Ends of the cables of ports 1 to 4. */
const ENDS = ["source", "vnf", "sink", "collector"];

/** What a traffic script is asked; frames as hex. */
export type TrafficJob = {
  flows: { frame: string; pps: number }[];
  behindVnf: string;
  vnfS: number;
  seconds: number;
  seed: number;
};

/**
 * The program for latency control of one switch on a real `simple_switch`, between veth pairs in a namespace of its
 * own; Linux and root. Switch and traffic run before other processes of the machine (SCHED_FIFO).
 */
export class LiveSwitch {
  private readonly folder = mkdtempSync(join(tmpdir(), "p4twin-live-"));
  private readonly namespace = `p4twin-live-${process.pid}`;
  private switch: ChildProcess | null = null;
  private readonly tool: string;

  constructor(tool: string) {
    this.tool = tool;
  }

  async start(compiler: string): Promise<void> {
    const source = join(this.folder, "uc1.p4");
    writeFileSync(source, libraryFiles["programs/latency_control_uc1.p4"]);
    const json = join(this.folder, "uc1.json");
    execFileSync(compiler, ["--std", "p4-16", "-o", json, source], {
      env: compilerEnvironment(compiler),
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ip = (...words: string[]): void => void execFileSync("ip", words, { stdio: "ignore" });
    ip("netns", "add", this.namespace);
    const quiet = ["all", "default"].map((kind) => `net.ipv6.conf.${kind}.disable_ipv6=1`);
    execFileSync("ip", this.inside("sysctl", "-qw", ...quiet));
    ip("-n", this.namespace, "link", "set", "lo", "up");
    for (const [i, end] of ENDS.entries()) {
      ip("-n", this.namespace, "link", "add", end, "type", "veth", "peer", "name", `port${i + 1}`);
      for (const each of [end, `port${i + 1}`]) ip("-n", this.namespace, "link", "set", each, "up");
    }
    const ports = ENDS.flatMap((_, i) => ["-i", `${i + 1}@port${i + 1}`]);
    const given = [
      ...ports,
      ...notesIn(this.folder, this.tool),
      "--thrift-port",
      String(THRIFT_PORT),
      json,
      "--",
      "--priority-queues",
      "8",
    ];
    this.switch = spawn("ip", this.inside("chrt", "-f", "30", this.tool, ...given), { stdio: "ignore" });
    const end = performance.now() + START_MS;
    for (;;) {
      const said = this.command(libraryFiles["deployments/latency-control-uc1/s1-commands.txt"]);
      if (said !== null) break;
      assert(performance.now() < end, "the switch starts");
      await sleep(500);
    }
  }

  /** Lines of BMv2's command line; null where nothing listens. */
  command(lines: string): string | null {
    const { command, env } = switchCommandLine(this.tool, THRIFT_PORT);
    const input = lines
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .join("\n");
    const ran = spawnSync("ip", this.inside(...command), { input, env, encoding: "utf8" });
    if (ran.status !== 0) return null;
    assert(!/Error|Invalid|Unknown syntax/.test(ran.stdout), `the switch takes ${lines}: ${ran.stdout}`);
    return ran.stdout;
  }

  /** Frames that reach the collector. */
  send(job: TrafficJob): { sent: number; reports: Uint8Array[] } {
    const script = join(import.meta.dirname, "traffic.py");
    const said = execFileSync("ip", this.inside("python3", script), {
      ...{ input: JSON.stringify(job), encoding: "utf8", maxBuffer: 1e9 },
    });
    const { sent, reports } = JSON.parse(said) as { sent: number; reports: string[] };
    return { sent, reports: reports.map((hex) => Buffer.from(hex, "hex")) };
  }

  async stop(): Promise<void> {
    const { switch: running } = this;
    if (running !== null && running.exitCode === null) {
      const gone = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGTERM");
      await gone;
    }
    spawnSync("ip", ["netns", "delete", this.namespace]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private inside(...command: string[]): string[] {
    return ["netns", "exec", this.namespace, ...command];
  }
}
