// Compiles the library's P4 programs with p4c and runs its deployments on BMv2, in a network namespace of its own:
// several switches on wires, with the library's entries. Packets through one switch: `npm run bench bmv2`.
//
//   P4C=/path/to/p4c-bm2-ss BMV2=/path/to/build/targets/simple_switch/simple_switch \
//     node scripts/bmv2-check.mjs [--keep DIR]
//
// Linux, as root, with Python 3 and its thrift package. BMV2_CLI: simple_switch_CLI, when it is not the one
// of BMv2's source tree. A p4c that is not installed finds its own files by
// P4C_16_INCLUDE_PATH=/path/to/p4c/p4include. Without P4C, JSON files made before are taken from P4JSON. Not
// part of `npm test`: neither tool comes with npm.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { switchCommandLine } from "../packages/models/src/cli/devices/probe/switchCommandLine.ts";
import { nodeBinary, root } from "./lib/workspace.mjs";

const library = join(root, "packages", "models", "library");
const p4twin = join(root, "packages", "models", "bin", "p4twin.mjs");
const { P4C, BMV2, P4JSON, BMV2_CLI } = process.env;
const kept = process.argv.indexOf("--keep");
const work = kept > 0 ? process.argv[kept + 1] : mkdtempSync(join(tmpdir(), "p4twin-bmv2-"));
mkdirSync(work, { recursive: true });
const NAMESPACE = `p4twin-${process.pid}`;
const VNF_US = 3000;
const PACKETS = 200;
const FIRST_THRIFT_PORT = 9190;
/** Programs that must compile without a single warning: they are deployed. */
const deployed = [
  "latency_control_uc1",
  "latency_control_uc2",
  "latency_control_uc1_refined",
  "latency_control_uc2_refined",
  "reflector",
  "vqueue",
];

const failures = [];
const say = (holds, text) => {
  console.log(`${holds ? "ok    " : "FAILED"} ${text}`);
  if (!holds) failures.push(text);
};

function compile() {
  const programs = readdirSync(join(library, "programs")).filter((file) => file.endsWith(".p4"));
  for (const file of programs) {
    const name = basename(file, ".p4");
    const made = spawnSync(P4C, ["--std", "p4-16", "-o", join(work, `${name}.json`), file], {
      cwd: join(library, "programs"),
      encoding: "utf8",
    });
    const told = `${made.stdout}${made.stderr}`.trim();
    say(made.status === 0 && (told === "" || !deployed.includes(name)), `p4c ${file}${told && `\n${told}`}`);
  }
}

const inside = (command, ...rest) => ["netns", "exec", NAMESPACE, command, ...rest];
const ip = (...words) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

/** A switch's command line: that of BMv2's tree or beside an installed switch, unless BMV2_CLI names another. */
const commandLine = (port) =>
  BMV2_CLI
    ? { command: [BMV2_CLI, "--thrift-port", String(port)], env: process.env }
    : switchCommandLine(BMV2, port);

function runCommands(port, input) {
  const { command, env } = commandLine(port);
  const ran = spawnSync("ip", inside(...command), { input, env, encoding: "utf8" });
  return { ran, wrong: /Error|Invalid|Unknown syntax/.exec(`${ran.stdout}${ran.stderr}`) };
}

/**
 * Starts the switches of a deployment, those without a program of their own with `program`, and connects them as its
 * topology says; returns how to stop them.
 */
async function start(name, program) {
  const folder = join(library, "deployments", name);
  const topology = JSON.parse(readFileSync(join(folder, "topology.json"), "utf8"));
  ip("netns", "add", NAMESPACE);
  execFileSync(
    "ip",
    inside("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"),
  );
  ip("-n", NAMESPACE, "link", "set", "lo", "up");
  for (const [a, b] of topology.links) {
    ip("-n", NAMESPACE, "link", "add", a, "type", "veth", "peer", "name", b);
    for (const end of [a, b]) ip("-n", NAMESPACE, "link", "set", end, "up");
  }
  const processes = Object.entries(topology.switches).map(([id, { cli_input, program: own }], index) => {
    const ports = topology.links.flat().filter((end) => end.startsWith(`${id}-p`));
    const interfaces = ports.flatMap((port) => ["-i", `${port.slice(id.length + 2)}@${port}`]);
    const thrift = FIRST_THRIFT_PORT + index;
    const given = [
      "--device-id",
      String(index),
      ...interfaces,
      "--thrift-port",
      String(thrift),
      join(work, `${own ?? program}.json`),
    ];
    const child = spawn("ip", inside(BMV2, ...given, "--", "--priority-queues", "8"), { stdio: "ignore" });
    return { id, child, thrift, commands: readFileSync(join(folder, cli_input), "utf8") };
  });
  await sleep(3000);
  for (const { thrift, commands } of processes) {
    const lines = commands.split("\n").filter((line) => !line.startsWith("#"));
    const { ran, wrong } = runCommands(thrift, lines.join("\n"));
    say(
      ran.status === 0 && !wrong,
      `${name}: table entries are taken${wrong ? `\n${ran.stdout}${ran.stderr}` : ""}`,
    );
  }
  return {
    enforcing: (processes.find(({ id }) => id === "s1") ?? processes.at(-1)).thrift,
    stop: async () => {
      for (const { child } of processes) child.kill("SIGTERM");
      await sleep(500);
      spawnSync("ip", ["netns", "delete", NAMESPACE]);
    },
  };
}

const hex = (value, bytes) => value.toString(16).padStart(2 * bytes, "0");
const mac = (text) => text.replaceAll(":", "");
const address = (text) =>
  text
    .split(".")
    .map((part) => hex(Number(part), 1))
    .join("");

/** An Ethernet frame with IPv4 (checksum included), UDP and a payload of zeros, as hex. */
function frame({ srcMac, dstMac, src, dst, srcPort, dstPort }, payloadBytes = 958) {
  const head = (sum) =>
    `4500${hex(28 + payloadBytes, 2)}000040004011${hex(sum, 2)}${address(src)}${address(dst)}`;
  let sum = head(0)
    .match(/.{4}/g)
    .reduce((all, word) => all + Number.parseInt(word, 16), 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  const udp = `${hex(srcPort, 2)}${hex(dstPort, 2)}${hex(8 + payloadBytes, 2)}0000`;
  return `${mac(dstMac)}${mac(srcMac)}0800${head(~sum & 0xffff)}${udp}${"00".repeat(payloadBytes)}`;
}

function traffic(job) {
  const given = JSON.stringify({ restS: 2, ...job });
  const helper = join(root, "scripts", "lib", "bmv2Traffic.py");
  const ran = spawnSync("ip", inside("/usr/bin/python3", helper), {
    input: given,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
    env: commandLine(FIRST_THRIFT_PORT).env,
  });
  return JSON.parse(ran.stdout);
}

/** The reports of a capture as the product decodes them. */
function decoded(pcap) {
  const given = ["decode", pcap, "--dialect", "bmv2"];
  const ran = execFileSync(nodeBinary(), [p4twin, ...given], { encoding: "utf8", maxBuffer: 1e8 });
  return ran.split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));
}

const critical = {
  srcMac: "00:04:aa:00:00:00",
  dstMac: "00:04:aa:00:00:01",
  src: "10.10.10.1",
  dst: "10.10.10.2",
  srcPort: 43000,
  dstPort: 45000,
};
const rewritten = {
  srcMac: "00:04:aa:00:00:01",
  dstMac: "00:04:aa:00:00:03",
  src: "10.10.10.2",
  dst: "10.10.10.3",
  srcPort: 45000,
  dstPort: 47000,
};
const us32 = (to, from) => (to - from + 2 ** 32) % 2 ** 32;

/** Half of the packets with thresholds that none reaches, half with a DL below the VNF's delay. */
async function latencyControl(name, program, nodes) {
  const { enforcing, stop } = await start(name, program);
  try {
    const { command } = commandLine(enforcing);
    // whatever the machine is busy with, the first half passes
    runCommands(
      enforcing,
      "register_write bounded_latency 0 5000000\nregister_write drop_latency 0 10000000\n",
    );
    const pcap = join(work, `${name}.pcap`);
    const counts = traffic({
      interfaces: { source: "h1", vnf: "vnf", sink: "h2", collector: "collector" },
      frame: frame(critical),
      behindVnf: frame(rewritten),
      packets: PACKETS,
      pauseS: 0.01,
      vnfS: VNF_US / 1e6,
      pcap,
      halfWay: {
        command,
        input: "register_write bounded_latency 0 500\nregister_write drop_latency 0 1000\n",
      },
    });
    const reports = decoded(pcap);
    const passed = reports.filter((r) => r.flags && !r.flags.dropped);
    const dropped = reports.filter((r) => r.flags?.dropped);
    console.log(`       ${name}: ${JSON.stringify({ ...counts, identifications: undefined })}`);
    say(counts.delivered === PACKETS / 2, `${name}: DL written while it runs drops the second half`);
    say(passed.length === counts.delivered, `${name}: one report for each packet delivered`);
    say(dropped.length === PACKETS / 2, `${name}: one report for each packet dropped`);
    say(
      passed.every((r) => r.hops.map((h) => h.nodeId).join() === nodes.join()),
      `${name}: hops of nodes ${nodes.join(", ")}`,
    );
    const gaps = passed
      .map((r) => us32(r.hops.at(-1).ingressTs, r.hops.at(-2).egressTs))
      .sort((a, b) => a - b);
    const hops = passed.map((r) => r.hops.reduce((sum, h) => sum + h.hopLatency, 0)).sort((a, b) => a - b);
    const middle = (values) => values[values.length >> 1];
    console.log(
      `       VNF ${VNF_US} us: gap median ${middle(gaps)} us, least ${gaps[0]} us; switch time median ${middle(hops)} us`,
    );
    say(gaps[0] >= VNF_US, `${name}: no gap is shorter than the VNF's delay`);
  } finally {
    await stop();
  }
}

/** A switch as the VNF: half of the packets with a DL that none reaches, half with one that all are above. */
async function reflected(name) {
  const { enforcing, stop } = await start(name, null);
  try {
    const { command } = commandLine(enforcing);
    runCommands(
      enforcing,
      "register_write bounded_latency 0 5000000\nregister_write drop_latency 0 10000000\nregister_write resync_after 0 0\n",
    );
    const pcap = join(work, `${name}.pcap`);
    const counts = traffic({
      interfaces: { source: "h1", sink: "h2", collector: "collector" },
      frame: frame(critical),
      packets: PACKETS,
      pauseS: 0.01,
      pcap,
      halfWay: { command, input: "register_write bounded_latency 0 1\nregister_write drop_latency 0 1\n" },
    });
    const reports = decoded(pcap).filter((r) => r.flags);
    console.log(`       ${name}: ${JSON.stringify({ ...counts, identifications: undefined })}`);
    say(
      counts.delivered === PACKETS / 2,
      `${name}: what the reflector sends back passes, and drops above DL`,
    );
    say(reports.length === PACKETS, `${name}: one report for each packet`);
    const [first] = reports;
    say(
      first?.flow.src === rewritten.src && first.flow.dstPort === rewritten.dstPort,
      `${name}: rewritten addresses`,
    );
  } finally {
    await stop();
  }
}

/** Twenty packets at once into a slice that takes ten. */
async function vqueue() {
  const { stop } = await start("vqueue", "vqueue");
  try {
    const pcap = join(work, "vqueue.pcap");
    const counts = traffic({
      interfaces: { source: "h1", sink: "h2", collector: "collector" },
      frame: frame({ ...critical, dst: "10.0.2.2" }),
      packets: 20,
      pauseS: 0,
      pcap,
    });
    const virtual = counts.identifications.map((word) => word & 63);
    console.log(`       vqueue: ${counts.delivered} of 20 passed; virtual delays ${virtual.join(" ")} ms`);
    say(counts.delivered >= 10 && counts.delivered < 20, "vqueue: drops what is above C_DELAY");
    say(
      virtual.every((ms) => ms <= 10),
      "vqueue: no packet waits longer than C_DELAY",
    );
    say(decoded(pcap).length === counts.delivered, "vqueue: one report for each packet delivered");
  } finally {
    await stop();
  }
}

if (!P4C && !P4JSON) throw new Error("P4C is not set: the path of p4c-bm2-ss");
if (P4C) compile();
else for (const name of deployed) execFileSync("cp", [join(P4JSON, `${name}.json`), work]);
if (failures.length > 0) console.log("nothing was run: not all programs compile");
else if (!BMV2 || !existsSync(BMV2))
  console.log("BMV2 is not set to the path of simple_switch: nothing was run");
else {
  await latencyControl("latency-control-uc1", "latency_control_uc1", [1, 1]);
  await latencyControl("latency-control-uc2", "latency_control_uc2", [10, 13, 13]);
  await reflected("latency-control-flows");
  await vqueue();
}
if (kept < 0) rmSync(work, { recursive: true });
console.log(failures.length === 0 ? "all of it holds" : `${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
