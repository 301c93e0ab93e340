import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, platform, release, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inputError } from "../../errors.ts";
import { endWithThisProcess } from "../../lifeline.mjs";
import { compilerEnvironment } from "./compilerPlace.ts";
import type { ProbeCapture, ProbeJob, ProbeRig, RigTools } from "./rig.ts";
import { notesIn, switchCommandLine } from "./switchCommandLine.ts";
import { lastLine, runTool, type Said } from "./tools.ts";
import { TRAFFIC, WARM_UP } from "./traffic.ts";

/** Inside the namespace no other switch can have it. */
const THRIFT_PORT = 9090;
/** Our choice: seconds that a start may take on a machine that is busy, and that the last packet is waited for. */
const START_S = 60;
const REST_S = 1;
/** What the command line of BMv2 says of a line that it does not take. */
const REFUSED = /Error|Invalid|Unknown syntax|Traceback/;
const IP = "install iproute2 and util-linux";

/**
 * BMv2 between two veth pairs in a network namespace that ends with this process. Linux and root; throws InputErrors
 * that name the remedy.
 */
export async function openBmv2Rig(tools: RigTools): Promise<ProbeRig> {
  if (platform() !== "linux" || process.getuid?.() !== 0)
    throw inputError(
      "probe run",
      "rig",
      "needs Linux and root for packet sockets and a network namespace: sudo",
    );
  const folder = mkdtempSync(join(tmpdir(), "p4twin-probe-"));
  const namespace = await openNamespace();
  const inside = (...command: string[]): string[] => [
    "nsenter",
    "-t",
    String(namespace.pid),
    "-n",
    ...command,
  ];
  const close = async (): Promise<void> => {
    namespace.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await layCables(inside);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async evidence() {
      const said = async (tool: string, flag: string): Promise<string> =>
        lastVersion(await runTool([tool, "--version"], `give its path with ${flag}`));
      return {
        switchVersion: `simple_switch ${await said(tools.switch, "--switch")}`,
        compilerVersion: `p4c ${await said(tools.compiler, "--compiler")}`,
        machine: `${cpus()[0]?.model.trim() || "unknown processor"}, ${cpus().length} processors, Linux ${release()}`,
        processors: cpus().length,
        date: new Date().toISOString().slice(0, 10),
      };
    },
    loadAverage: () => loadavg()[0]!,
    async measure(job) {
      const json = await compiled(job, tools, folder);
      const child = startSwitch(inside, tools, folder, json);
      try {
        await loadEntries(inside, tools, job, child);
        return await send(inside, job);
      } finally {
        await ended(child);
      }
    },
    close,
  };
}

/** A process that holds a network namespace: it ends when this one does, and the namespace with what is in it. */
async function openNamespace(): Promise<ChildProcess> {
  const holder = spawn("unshare", ["--net", "sh", "-c", "echo; read end"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  await new Promise<void>((resolve, reject) => {
    const failed = (why: string): void =>
      reject(inputError("probe run", "rig", `no network namespace can be made (${why}): ${IP}, run as root`));
    holder.on("error", (error) => failed(error.message));
    holder.on("exit", () => failed("unshare ended"));
    holder.stdout?.once("data", () => resolve());
  });
  return holder;
}

/** source - port 0 of the switch, port 1 - sink; without IPv6 the kernel sends nothing of its own there. */
async function layCables(inside: (...command: string[]) => string[]): Promise<void> {
  const must = async (...command: string[]): Promise<void> => {
    const said = await runTool(inside(...command), IP);
    if (said.status !== 0) throw inputError("probe run", "rig", `${command.join(" ")}: ${lastLine(said)}`);
  };
  const ipv6 = "net.ipv6.conf.default.disable_ipv6=1";
  if (existsSync("/proc/sys/net/ipv6")) await must("sysctl", "-qw", ipv6);
  await must("ip", "link", "set", "lo", "up");
  for (const [end, port] of [
    ["source", "port0"],
    ["sink", "port1"],
  ] as const) {
    await must("ip", "link", "add", end, "type", "veth", "peer", "name", port);
    for (const each of [end, port]) await must("ip", "link", "set", each, "up");
  }
}

/** A program's JSON, compiled once. */
async function compiled({ program, source }: ProbeJob, tools: RigTools, folder: string): Promise<string> {
  const json = join(folder, `${program}.json`);
  if (existsSync(json)) return json;
  const command = [tools.compiler, "--std", "p4-16", "-o", json, source];
  const said = await runTool(command, "give the path of a p4c-bm2-ss with --compiler", {
    env: compilerEnvironment(tools.compiler),
  });
  if (said.status !== 0 || !existsSync(json))
    throw inputError(source, "compiler", `p4c does not compile it: ${firstError(said)}${remedyOf(said)}`);
  return json;
}

/** p4c says what it misses, not how it is given. */
const remedyOf = (said: Said): string =>
  /include path|core\.p4/.test(firstError(said)) ? ": set P4C_16_INCLUDE_PATH to p4c's folder p4include" : "";

const firstError = (said: Said): string => /error: .*/.exec(said.err)?.[0] ?? lastLine(said);

function startSwitch(
  inside: (...command: string[]) => string[],
  tools: RigTools,
  folder: string,
  json: string,
): ChildProcess {
  const ports = ["-i", "0@port0", "-i", "1@port1", "--thrift-port", String(THRIFT_PORT)];
  const [command = "", ...args] = inside(tools.switch, ...ports, ...notesIn(folder, tools.switch), json);
  const child = spawn(command, args, { cwd: folder, stdio: "ignore" });
  child.on("error", () => undefined);
  endWithThisProcess(child);
  return child;
}

/** Tries until the switch listens, then all commands at once. */
async function loadEntries(
  inside: (...command: string[]) => string[],
  tools: RigTools,
  { program, commands }: ProbeJob,
  child: ChildProcess,
): Promise<void> {
  const { command, env } = switchCommandLine(tools.switch, THRIFT_PORT);
  const end = performance.now() + START_S * 1000;
  for (;;) {
    const said = await runTool(inside(...command), "install BMv2's command line beside the switch", {
      ...{ input: `${commands.trim()}\n`, env },
    });
    if (said.status === 0) {
      if (!REFUSED.test(`${said.out}${said.err}`)) return;
      const line = `${said.out}\n${said.err}`.split("\n").find((each) => REFUSED.test(each));
      throw inputError(program, "entries", `the switch refuses its entries: ${line}`);
    }
    if (child.exitCode !== null || performance.now() > end)
      throw inputError(program, "switch", `${tools.switch} does not start: ${lastLine(said)}`);
    await sleep(200);
  }
}

async function send(
  inside: (...command: string[]) => string[],
  { program, frame, packets, perSecond }: ProbeJob,
): Promise<ProbeCapture> {
  const job = { frame, packets, perSecond, warmUp: WARM_UP, restS: REST_S };
  const limitMs = Math.ceil(1000 * ((2 * (packets + WARM_UP)) / perSecond + START_S));
  const said = await runTool(inside("python3", "-c", TRAFFIC), "install Python 3", {
    ...{ input: JSON.stringify(job), limitMs },
  });
  if (said.status !== 0) throw inputError(program, "traffic", `packets cannot be sent: ${lastLine(said)}`);
  const nanoseconds: number[] = JSON.parse(said.out);
  return { latenciesUs: nanoseconds.map((ns) => ns / 1000) };
}

/** The version that a tool says, wherever in its lines. */
function lastVersion(said: Said): string {
  const text = `${said.out}\n${said.err}`;
  return /\d+\.\d+\.\d+[\w.-]*/.exec(text)?.[0] ?? /Version (\d\S*)/.exec(text)?.[1] ?? "of unknown version";
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}
