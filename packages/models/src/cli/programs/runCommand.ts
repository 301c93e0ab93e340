import { basename } from "node:path";
import { Timeline } from "../../control/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import {
  bytesOfHex,
  createSwitch,
  deviceProcessing,
  hasListedPaths,
  hexOf,
  isNetwork,
  Network,
  type Pass,
  PathCounts,
  passTime,
  type Recording,
  type Target,
  WITH_LISTED_PATHS,
} from "../../run/index.ts";
import { encodePcap } from "../../telemetry/index.ts";
import { onlyPositional, parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { readBytes } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { printJson } from "../table.ts";
import { analyseFile, checkFile, type ProgramValues } from "./analyseFile.ts";
import { type Arrival, arrivalsOf, installFile } from "./arrivals.ts";
import { branchesOf, countedPaths, showCounts } from "./countPaths.ts";
import { runNetwork } from "./networkCommand.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { runDocument } from "./runDocument.ts";
import { showNetwork } from "./showNetwork.ts";
import { type RanPacket, showPacket, stepsOf } from "./showRun.ts";
import { write } from "./write.ts";

export const runCommand: Command = {
  name: "run",
  summary: "sends packets through a P4 program: what leaves, each step, its time on a device",
  usage: `usage: p4twin run FILE (--packet PACKET... | --pcap FILE) [options]
       p4twin run TOPOLOGY (--packet "HOST: PACKET"... | --pcap HOST=FILE...) [options]
       p4twin run FILE --topology TOPOLOGY (--packet "HOST: PACKET"... | --pcap HOST=FILE...) [options]

FILE is a P4 program for v1model or PSA (it runs as BMv2's switches do), PNA, TNA (Tofino, as we read its public
declarations), eBPF, uBPF or XDP, or what p4c-bm2-ss compiled for v1model.
  --packet [PORT:]PACKET    hexadecimal digits, or headers by name as in "eth/ipv4(ttl=1)/udp(dport=53)":
                            well-known ones and those of the program (several allowed)
  --pcap FILE               packets of a pcap or pcapng file, at their times
  --port N                  the port of packets that name none, 0 by default
  --out FILE                write what leaves to a pcap file
  --trace text|json         each step with its place in the program
  --device ID|FILE          the time of each step and packet on a device (v1model, PSA, PNA, TNA)
  --probabilities FILE      count the path that each packet takes (likewise) and write how often each way was taken,
                            for "p4twin estimate --probabilities FILE"
  --branches FILE           the same with packets instead of shares, and when they passed: for a switch of a twin
                            ("p4twin twin --branches", page Branches from counters)
  --seed N                  of random numbers, 1 by default
  --json                    one JSON document
${programUsage}

A network: TOPOLOGY is the topology.json of the P4 tutorials or p4-utils with its entries; FILE runs on each switch
that names no program there, so it may be left out where each does. Links have their delay and rate; times are virtual.
  --topology FILE           hosts, switches, links; build/NAME.json in it is NAME.p4 beside FILE or the topology
  --program SWITCH=FILE     the program of one switch (several allowed)
  --packet "HOST: PACKET"   a packet that a host sends; "HOST@START/EVERY*COUNT: PACKET" sends COUNT of them, the
                            first at START us, then one each EVERY us. Addresses left open are the host's
  --out DIR                 what each host receives, as DIR/HOST.pcap`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      packet: { type: "string", multiple: true },
      pcap: { type: "string", multiple: true },
      topology: { type: "string" },
      program: { type: "string", multiple: true },
      port: { type: "string" },
      out: { type: "string" },
      trace: { type: "string" },
      device: { type: "string" },
      seed: { type: "string" },
      probabilities: { type: "string" },
      branches: { type: "string" },
      ...programOptions,
    });
    if (values.trace !== undefined && values.trace !== "text" && values.trace !== "json")
      throw new UsageError(`--trace takes text or json, not "${values.trace}"`);
    const device = values.device === undefined ? null : await readDevice(io, values.device);
    const seed = positiveInteger("seed", values.seed) ?? 1;
    const alone = values.topology === undefined ? await topologyOf(io, positionals) : undefined;
    const topology = values.topology ?? alone;
    const counting = values.probabilities !== undefined ? "--probabilities" : "--branches";
    const counts = values.probabilities !== undefined || values.branches !== undefined;
    if (topology !== undefined) {
      if (values.port !== undefined || values.entries !== undefined)
        throw new UsageError(
          "with --topology, ports and entries are those of the topology; leave out --port and --entries",
        );
      if (counts)
        throw new UsageError(`paths are counted on one switch; leave out --topology or ${counting}`);
      const file =
        positionals.length === 0 || alone !== undefined ? null : onlyPositional(positionals, "FILE");
      const run = await runNetwork(io, file, { ...values, topology }, { device, seed });
      io.stdout(
        values.json === true || values.trace === "json"
          ? printJson(run)
          : showNetwork(run, values.trace === "text"),
      );
      return exitCode.done;
    }
    if (values.program !== undefined) throw new UsageError("--program belongs to --topology");
    const file = onlyPositional(positionals, "FILE");
    const port = portOf(values.port);
    if (counts) {
      if (values.out !== undefined || values.trace !== undefined)
        throw new UsageError(`${counting} counts paths only; leave out --out and --trace`);
      const counted = await countedPaths(io, file, values, { port, seed, device });
      if (values.probabilities !== undefined)
        write(io, values.probabilities, printJson(counted.probabilities));
      if (values.branches !== undefined)
        write(io, values.branches, printJson(branchesOf(counted, values.pcap?.join(", ") ?? "--packet")));
      io.stdout(values.json === true ? printJson(counted) : showCounts(counted, device?.id ?? null));
      return exitCode.done;
    }
    const checked = await checkFile(io, file, values);
    const timeline = new Timeline();
    const made = createSwitch(checked, {
      timeline,
      trace: true,
      seed,
      ...(device === null ? {} : { processing: deviceProcessing(device) }),
    });
    if (!made.ok) throw new InputError(file, [made.error]);
    if (device !== null && !hasListedPaths(checked))
      throw inputError(
        file,
        "run-device",
        `times are known for ${WITH_LISTED_PATHS} only; leave out --device`,
      );
    const arrivals = await arrivalsOf(io, values, made.value.headerShapes());
    if (values.entries !== undefined) await installFile(io, made.value, values.entries);
    const asJson = values.json === true || values.trace === "json";
    const pathOf = asJson ? await pathFinder(io, file, values) : NO_PATHS;
    const ran = sendAll(made.value, timeline, arrivals, { port, device, pathOf });
    if (values.out !== undefined) write(io, values.out, captureOf(ran));
    io.stdout(
      asJson
        ? printJson(runDocument(programName(file), device?.id ?? null, ran))
        : ran.map((each) => showPacket(each, values.trace === "text")).join("\n"),
    );
    return exitCode.done;
  },
};

/** As reports of `features` name it: the file, of the library too. */
const programName = (file: string): string =>
  file.startsWith("lib:") ? `${file.slice("lib:".length)}.p4` : basename(file);

/** FILE, when it is a topology instead of a program. */
async function topologyOf(io: Io, [file, ...more]: readonly string[]): Promise<string | undefined> {
  if (!file?.endsWith(".json") || more.length > 0) return undefined;
  return isNetwork(new TextDecoder().decode(await readBytes(io, file))) ? file : undefined;
}

type PathOf = (pass: Pass, recording: Recording) => string | null;
const NO_PATHS: PathOf = () => null;

/** Finds the listed path of a pass, without entries, as `features` lists them; nothing where they are too many. */
async function pathFinder(io: Io, file: string, values: ProgramValues): Promise<PathOf> {
  const quiet = { ...io, stderr: () => {} };
  const { report, graph, walks, checked } = await analyseFile(quiet, file, { ...values, entries: undefined });
  if (!walks || !checked || !hasListedPaths(checked)) return NO_PATHS;
  const counts = new PathCounts(report, graph);
  return (pass, recording) => counts.pathOf(pass, recording);
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 510)
    throw new UsageError(`--port takes a number from 0 to 510, not "${text}"`);
  return port;
}

/** Sends each at its time; packets meet in the queues of the switch. */
function sendAll(
  target: Target,
  timeline: Timeline,
  arrivals: readonly Arrival[],
  { port: usual, device, pathOf }: { port: number; device: DeviceProfile | null; pathOf: PathOf },
): RanPacket[] {
  const first = arrivals.find(({ timeNs }) => timeNs !== null)?.timeNs ?? 0n;
  const network = new Network(timeline);
  network.addSwitch("", target);
  const sent = arrivals.map((): RanPacket["sent"] => []);
  const recordings: (Recording | null)[] = arrivals.map(() => null);
  network.onVisit = ({ tag }, recording) => {
    recordings[tag] = recording;
  };
  network.onLeaving = ({ sent: { port: to, bytes, atUs, tag } }) =>
    void sent[tag]!.push({ port: to, atUs, bytes: hexOf(bytes) });
  const ports = arrivals.map(({ port }) => port ?? usual);
  for (const port of new Set(ports)) network.connect({ node: `in ${port}`, port: null }, { node: "", port });
  const times = arrivals.map(({ timeNs }, index) =>
    timeNs === null ? index : Number(timeNs - first) / 1000,
  );
  for (const [index, { bytes }] of arrivals.entries())
    network.send(`in ${ports[index]}`, bytes, times[index]!, index);
  network.timeline.advance(Number.POSITIVE_INFINITY);
  return arrivals.map(({ bytes }, index) => {
    const recording = recordings[index] ?? { events: [], passes: [], branches: [] };
    const [first] = recording.passes;
    return {
      packet: index + 1,
      port: ports[index]!,
      atUs: times[index]!,
      bytes: hexOf(bytes),
      pathId: first ? pathOf(first, recording) : null,
      branches: recording.branches,
      sent: sent[index]!,
      passes: recording.passes.map((pass, i) => ({
        states: pass.states,
        tables: pass.tables,
        externs: [...pass.externs],
        features: pass.features(),
        outcome: pass.outcome,
        time: device ? passTime(pass, `pass ${i + 1}`, device, null) : null,
      })),
      device: device?.id ?? null,
      steps: stepsOf(target, recording, device),
    };
  });
}

const captureOf = (ran: readonly RanPacket[]): Uint8Array =>
  encodePcap(
    ran
      .flatMap(({ sent }) => sent)
      .sort((a, b) => a.atUs - b.atUs)
      .map(({ atUs, bytes }) => ({ timeNs: BigInt(Math.round(atUs * 1000)), data: bytesOfHex(bytes) })),
  );
