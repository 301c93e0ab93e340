import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { switchCommandLine } from "../../src/cli/devices/probe/switchCommandLine.ts";
import type { Deployment } from "./deployments.ts";
import type { Frame, Packet } from "./inOurs.ts";

const NAMESPACE = `p4twin-deployed-${process.pid}`;
const FIRST_THRIFT_PORT = 9390;
/** Our choice: how long a switch may take to start on a machine that is busy, and the time between two packets. */
const STARTS = 60;
const PAUSE_S = 0.01;
const REFUSED = /Error|Invalid|Unknown syntax/;

type Topology = { hosts: Record<string, object>; switches: Record<string, object>; links: string[][] };

const inside = (...command: string[]): string[] => ["netns", "exec", NAMESPACE, ...command];
const ip = (...words: string[]): void =>
  void execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

/** What each packet becomes at the hosts when the deployment runs on real switches, joined by veth cables. */
export async function inBmv2(
  deployment: Deployment,
  packets: readonly Packet[],
  expected: readonly Frame[][],
  { simpleSwitch, jsonOf }: { simpleSwitch: string; jsonOf: (program: string) => string },
): Promise<Frame[][]> {
  const topology = JSON.parse(deployment.topology) as Topology;
  const switches: ChildProcess[] = [];
  try {
    ip("netns", "add", NAMESPACE);
    const quiet = ["all", "default"].map((which) => `net.ipv6.conf.${which}.disable_ipv6=1`);
    ip(...inside("sysctl", "-qw", ...quiet));
    ip("-n", NAMESPACE, "link", "set", "lo", "up");
    for (const [a, b] of topology.links) {
      ip("-n", NAMESPACE, "link", "add", a!, "type", "veth", "peer", "name", b!);
      for (const end of [a!, b!]) ip("-n", NAMESPACE, "link", "set", end, "up");
    }
    for (const [index, id] of Object.keys(topology.switches).entries()) {
      const ports = topology.links.flat().filter((end) => end.startsWith(`${id}-p`));
      const interfaces = ports.flatMap((port) => ["-i", `${port.slice(id.length + 2)}@${port}`]);
      const thrift = FIRST_THRIFT_PORT + index;
      const given = ["--device-id", String(index), ...interfaces, "--thrift-port", String(thrift)];
      const json = jsonOf(deployment.programs[id]!);
      switches.push(
        spawn("ip", inside(simpleSwitch, ...given, json, "--", "--priority-queues", "8"), {
          stdio: "ignore",
        }),
      );
      await told(simpleSwitch, thrift, id, deployment.commands[id]!);
    }
    return traffic(topology, packets, expected);
  } finally {
    for (const each of switches) each.kill("SIGTERM");
    await sleep(500);
    spawnSync("ip", ["netns", "delete", NAMESPACE]);
  }
}

/** Gives a switch its commands as soon as it listens. */
async function told(simpleSwitch: string, thrift: number, id: string, commands: string[]): Promise<void> {
  const { command, env } = switchCommandLine(simpleSwitch, thrift);
  let said = "";
  for (let start = 0; start < STARTS; start++) {
    const ran = spawnSync("ip", inside(...command), { input: commands.join("\n"), env, encoding: "utf8" });
    said = `${ran.stdout}${ran.stderr}`;
    if (/Could not connect|Connection refused/i.test(said)) {
      await sleep(500);
      continue;
    }
    if (ran.status === 0 && !REFUSED.test(said)) return;
    break;
  }
  throw new Error(`${id} does not take its commands: ${said}`);
}

function traffic(topology: Topology, packets: readonly Packet[], expected: readonly Frame[][]): Frame[][] {
  const hosts = Object.keys(topology.hosts);
  const job = {
    hosts: Object.fromEntries(hosts.map((host) => [host, host])),
    pauseS: PAUSE_S,
    packets: packets.map(({ from, hex }, index) => ({ from, hex, expected: expected[index]!.length })),
  };
  const helper = join(import.meta.dirname, "traffic.py");
  const ran = spawnSync("ip", inside("/usr/bin/python3", helper), {
    input: JSON.stringify(job),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
    maxBuffer: 1e9,
  });
  return JSON.parse(ran.stdout) as Frame[][];
}
