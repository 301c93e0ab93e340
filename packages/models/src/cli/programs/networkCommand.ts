import { dirname, join } from "node:path";
import { Timeline } from "../../control/index.ts";
import { formatDiagnostic } from "../../core/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import {
  createSwitch,
  deviceProcessing,
  hexOf,
  hostPacket,
  install,
  Network,
  type NetworkPlan,
  type PlannedSwitch,
  readNetwork,
  type Target,
} from "../../run/index.ts";
import { encodePcap } from "../../telemetry/index.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readBytes, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { checkFile, type ProgramValues } from "./analyseFile.ts";
import { framesOf } from "./readFrames.ts";
import type { NetworkRun, NetworkVisit } from "./showNetwork.ts";
import { stepsOf } from "./showRun.ts";
import { write } from "./write.ts";

export type NetworkValues = ProgramValues & {
  topology: string;
  program?: string[] | undefined;
  packet?: string[] | undefined;
  pcap?: string[] | undefined;
  out?: string | undefined;
};

type Planned = { host: string; bytes: Uint8Array; atUs: number };

/** `p4twin run --topology`: a network of switches, with what became of each packet. */
export async function runNetwork(
  io: Io,
  file: string | null,
  values: NetworkValues,
  { device, seed }: { device: DeviceProfile | null; seed: number },
): Promise<NetworkRun> {
  const topology = await readInput(io, values.topology, { folder: "deployments", extensions: [".json"] });
  const { plan, diagnostics } = readNetwork(topology.text, topology.file);
  if (plan === null) throw new InputError(topology.file, diagnostics);
  for (const told of diagnostics) io.stderr(`${formatDiagnostic(told, topology.file)}\n`);
  if (values.packet === undefined && values.pcap === undefined)
    throw new UsageError('--packet "HOST: PACKET" or --pcap HOST=FILE is missing');
  const network = new Network(new Timeline());
  const programs = await programsOf(io, plan, file, values);
  const targets = new Map<string, Target>();
  for (const [index, node] of plan.switches.entries()) {
    const checked = programs.get(node.id)!;
    if (device !== null && checked.architecture?.definition.id !== "v1model")
      throw inputError(
        values.topology,
        "run-device",
        "times are known for v1model programs only; leave out --device",
      );
    const made = createSwitch(checked, {
      trace: true,
      seed: seed + index,
      timeline: network.timeline,
      ...(device === null ? {} : { processing: deviceProcessing(device) }),
      ...(node.priorityQueues === null ? {} : { priorityQueues: node.priorityQueues }),
    });
    if (!made.ok) throw new InputError(node.id, [made.error]);
    for (const name of node.entries) await installBeside(io, made.value, values.topology, name);
    network.addSwitch(node.id, made.value);
    targets.set(node.id, made.value);
  }
  for (const { a, b, ...link } of plan.links) network.connect(a, b, link);
  const packets = (values.packet ?? []).flatMap((text) => planned(text, plan, targets));
  for (const text of values.pcap ?? []) packets.push(...(await replayed(io, text, plan)));
  const run = follow(network, targets, packets, device);
  if (values.out !== undefined) writeCaptures(io, values.out, plan, run);
  return run;
}

/** The program of each switch: what `--program` says, what the topology says, else FILE. */
async function programsOf(
  io: Io,
  plan: NetworkPlan,
  file: string | null,
  values: NetworkValues,
): Promise<Map<string, CheckedProgram>> {
  const chosen = new Map(
    (values.program ?? []).map((text) => {
      const [id = "", path = ""] = pairOf(text, "--program takes SWITCH=FILE");
      if (!plan.switches.some((each) => each.id === id))
        throw new UsageError(`--program: the topology has no switch ${id}`);
      return [id, path];
    }),
  );
  const read = new Map<string, CheckedProgram>();
  const programs = new Map<string, CheckedProgram>();
  for (const node of plan.switches) {
    const path = chosen.get(node.id) ?? sourceOf(io, node, file, values.topology);
    const checked = read.get(path) ?? (await checkFile(io, path, values));
    read.set(path, checked);
    programs.set(node.id, checked);
  }
  return programs;
}

/** `build/NAME.json`, which p4c made, is NAME.p4 beside FILE or the topology. */
function sourceOf(io: Io, { id, program }: PlannedSwitch, file: string | null, topology: string): string {
  if (program === null) {
    if (file !== null) return file;
    throw new UsageError(`FILE is missing: switch ${id} names no program of its own`);
  }
  const name = program.replace(/^.*\//, "").replace(/\.(json|p4)$/, ".p4");
  const candidates = [
    ...(program.endsWith(".p4") ? besides(topology, program) : []),
    ...(file === null || file.startsWith("lib:") ? [] : [join(dirname(file), name)]),
    ...besides(topology, name),
  ];
  const found = candidates.find((each) => exists(io, each));
  if (found !== undefined) return found;
  throw new UsageError(
    `switch ${id} runs ${program}, and there is no ${name} beside FILE or the topology; add --program ${id}=FILE`,
  );
}

/** Files of a topology are named from its folder, or from the one around it, where `make run` runs. */
const besides = (topology: string, name: string): string[] => [
  join(dirname(topology), name),
  join(dirname(topology), "..", name),
];

function exists(io: Io, path: string): boolean {
  try {
    io.readFile(path);
    return true;
  } catch {
    return false;
  }
}

async function installBeside(io: Io, target: Target, topology: string, name: string): Promise<void> {
  const isLibrary = topology.startsWith("lib:");
  const path = isLibrary
    ? `${topology.slice(0, topology.lastIndexOf("/") + 1)}${name}`
    : (besides(topology, name).find((each) => exists(io, each)) ?? join(dirname(topology), name));
  const { file, text } = await readInput(io, path, { folder: "deployments", extensions: ["", ".json"] });
  const problems = install(target, text, file);
  if (problems.length > 0) throw new InputError(file, problems);
}

function pairOf(text: string, usage: string): [string, string] {
  const found = /^([^=]+)=(.+)$/.exec(text);
  if (!found) throw new UsageError(`${usage}, not "${text}"`);
  return [found[1]!, found[2]!];
}

const PACKET = /^\s*([\w.-]+)(?:@(\d+(?:\.\d+)?))?(?:\/(\d+(?:\.\d+)?)\*(\d+))?\s*:(.*)$/s;
/** Our choice: more packets of one option are a capture's matter. */
const MOST_COPIES = 1_000_000;

/** `HOST: PACKET`, `HOST@START: PACKET` or `HOST@START/EVERY*COUNT: PACKET`, times in us. */
function planned(text: string, plan: NetworkPlan, targets: ReadonlyMap<string, Target>): Planned[] {
  const found = PACKET.exec(text);
  if (!found)
    throw new UsageError(
      `--packet takes "HOST: PACKET" or "HOST@START/EVERY*COUNT: PACKET" with a topology, not "${text}"`,
    );
  const [, id = "", start = "0", every = "0", count = "1", packet = ""] = found;
  if (Number(count) > MOST_COPIES) throw new UsageError(`--packet sends at most ${MOST_COPIES} packets`);
  const bytes = hostPacket(packet, hostOf(plan, id), plan, targets);
  if (!bytes.ok) throw new InputError("--packet", [bytes.error]);
  return Array.from({ length: Number(count) }, (_, i) => ({
    host: id,
    bytes: bytes.value,
    atUs: Number(start) + i * Number(every),
  }));
}

function hostOf(plan: NetworkPlan, id: string): NetworkPlan["hosts"][number] {
  const host = plan.hosts.find((each) => each.id === id);
  const isLinked = plan.links.some(({ a, b }) => a.node === id || b.node === id);
  if (host && isLinked) return host;
  const known = plan.hosts.map((each) => each.id).join(", ") || "none";
  throw new UsageError(host ? `host ${id} has no link` : `there is no host ${id}; the topology has ${known}`);
}

/** The frames of a capture, at their times from the first on. */
async function replayed(io: Io, text: string, plan: NetworkPlan): Promise<Planned[]> {
  const [id, path] = pairOf(text, "--pcap takes HOST=FILE with a topology");
  const host = hostOf(plan, id).id;
  const frames = await framesOf(path, await readBytes(io, path));
  const first = frames[0]?.timeNs ?? 0n;
  return frames.map(({ bytes, timeNs }) => ({ host, bytes, atUs: Number((timeNs ?? first) - first) / 1000 }));
}

/** Sends the packets, and notes what each meets. */
function follow(
  network: Network,
  targets: ReadonlyMap<string, Target>,
  packets: readonly Planned[],
  device: DeviceProfile | null,
): NetworkRun {
  const visits = packets.map((): NetworkVisit[] => []);
  const received: NetworkRun["packets"][number]["received"][] = packets.map(() => []);
  const recordings: (() => void)[] = [];
  network.onVisit = ({ node, port, bytes, atUs, tag }, recording) => {
    const visit: NetworkVisit = { switch: node, port: port ?? 0, atUs, bytes: hexOf(bytes), steps: [] };
    visits[tag]!.push(visit);
    recordings.push(() => {
      visit.steps = recording ? stepsOf(targets.get(node)!, recording, device) : [];
    });
  };
  network.onReceipt = ({ node, bytes, atUs, tag }) =>
    void received[tag]!.push({ host: node, atUs, bytes: hexOf(bytes) });
  for (const [tag, { host, bytes, atUs }] of packets.entries()) network.send(host, bytes, atUs, tag);
  network.timeline.advance(Number.POSITIVE_INFINITY);
  for (const read of recordings) read();
  return {
    device: device?.id ?? null,
    packets: packets.map(({ host, bytes, atUs }, tag) => ({
      packet: tag + 1,
      host,
      atUs,
      bytes: hexOf(bytes),
      visits: visits[tag]!,
      received: received[tag]!,
    })),
  };
}

function writeCaptures(io: Io, folder: string, plan: NetworkPlan, { packets }: NetworkRun): void {
  const all = packets.flatMap((packet) => packet.received).sort((a, b) => a.atUs - b.atUs);
  for (const { id } of plan.hosts) {
    const frames = all.filter(({ host }) => host === id);
    write(
      io,
      join(folder, `${id}.pcap`),
      encodePcap(
        frames.map(({ atUs, bytes }) => ({
          timeNs: BigInt(Math.round(atUs * 1000)),
          data: Uint8Array.from(bytes.match(/../g) ?? [], (two) => Number.parseInt(two, 16)),
        })),
      ),
    );
  }
}
