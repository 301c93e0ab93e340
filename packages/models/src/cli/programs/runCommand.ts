import { Timeline } from "../../control/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import {
  bytesOfHex,
  createSwitch,
  deviceProcessing,
  hexOf,
  Network,
  passTime,
  type Recording,
  type Target,
} from "../../run/index.ts";
import { encodePcap } from "../../telemetry/index.ts";
import { onlyPositional, parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { printJson } from "../table.ts";
import { checkFile } from "./analyseFile.ts";
import { type Arrival, arrivalsOf, installFile, portOf } from "./arrivals.ts";
import { branchesOf, countedPaths, showCounts } from "./countPaths.ts";
import { runNetwork } from "./networkCommand.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { showNetwork } from "./showNetwork.ts";
import { type RanPacket, showPacket, stepsOf } from "./showRun.ts";
import { write } from "./write.ts";

export const runCommand: Command = {
  name: "run",
  summary: "sends packets through a P4 program: what leaves, each step, its time on a device",
  usage: `usage: p4twin run FILE (--packet PACKET... | --pcap FILE) [options]
       p4twin run [FILE] --topology TOPOLOGY (--packet "HOST: PACKET"... | --pcap HOST=FILE...) [options]

FILE is a P4 program for v1model or PSA (it runs as BMv2's switches do), eBPF, uBPF or XDP, or what p4c-bm2-ss compiled
for v1model.
  --packet PACKET           hexadecimal digits, or headers by name as in "eth/ipv4(ttl=1)/udp(dport=53)":
                            well-known ones and those of the program (several allowed); "3:...": in on port 3
  --pcap FILE               packets of a pcap or pcapng file, at their times
  --port N                  the port that packets come in on, 0 by default
  --out FILE                write what leaves to a pcap file
  --trace text|json         each step with its place in the program
  --device ID|FILE          the time of each step and packet on a device (v1model)
  --probabilities FILE      count the path that each packet takes (v1model) and write how often each way was taken,
                            for "p4twin estimate --probabilities FILE"
  --branches FILE           the same with packets instead of shares, and when they passed: for a switch of a twin
                            ("p4twin twin --branches", page Branches from counters)
  --seed N                  of random numbers, 1 by default
  --json                    one JSON document
${programUsage}

A network: TOPOLOGY is the topology.json of the P4 tutorials or p4-utils with its entries; FILE runs on each switch
that names no program there. Links have their delay and rate; times are virtual.
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
    const { topology } = values;
    const counting = values.probabilities !== undefined ? "--probabilities" : "--branches";
    const counts = values.probabilities !== undefined || values.branches !== undefined;
    if (topology !== undefined) {
      if (values.port !== undefined || values.entries !== undefined)
        throw new UsageError(
          "with --topology, ports and entries are those of the topology; leave out --port and --entries",
        );
      if (counts)
        throw new UsageError(`paths are counted on one switch; leave out --topology or ${counting}`);
      const file = positionals.length === 0 ? null : onlyPositional(positionals, "FILE");
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
    const port = portOf(values.port ?? "0", "--port");
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
    if (device !== null && checked.architecture?.definition.id !== "v1model")
      throw inputError(file, "run-device", "times are known for v1model programs only; leave out --device");
    const arrivals = await arrivalsOf(io, values, port, made.value.headerShapes());
    if (values.entries !== undefined) await installFile(io, made.value, values.entries);
    const ran = sendAll(made.value, timeline, arrivals, device);
    if (values.out !== undefined) write(io, values.out, captureOf(ran));
    const asJson = values.json === true || values.trace === "json";
    io.stdout(
      asJson ? printJson(ran) : ran.map((each) => showPacket(each, values.trace === "text")).join("\n"),
    );
    return exitCode.done;
  },
};

/** Sends each at its time; packets meet in the queues of the switch. */
function sendAll(
  target: Target,
  timeline: Timeline,
  arrivals: readonly Arrival[],
  device: DeviceProfile | null,
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
  for (const port of new Set(arrivals.map((each) => each.port)))
    network.connect({ node: `in ${port}`, port: null }, { node: "", port });
  const times = arrivals.map(({ timeNs }, index) =>
    timeNs === null ? index : Number(timeNs - first) / 1000,
  );
  for (const [index, { bytes, port }] of arrivals.entries())
    network.send(`in ${port}`, bytes, times[index]!, index);
  network.timeline.advance(Number.POSITIVE_INFINITY);
  return arrivals.map(({ bytes, port }, index) => {
    const recording = recordings[index] ?? { events: [], passes: [], branches: [] };
    return {
      packet: index + 1,
      port,
      atUs: times[index]!,
      bytes: hexOf(bytes),
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
      steps: stepsOf(recording, device),
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
