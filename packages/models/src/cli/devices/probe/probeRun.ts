import { createRandom } from "../../../core/index.ts";
import {
  type LatencySummary,
  type ProbeSheet,
  probeOrder,
  probePrograms,
  readProbeSheet,
  summariseLatencies,
} from "../../../device/index.ts";
import { onlyPositional, parseArguments, positiveInteger, positiveNumber } from "../../arguments.ts";
import type { ExitCode } from "../../command.ts";
import { InputError, inputError, UsageError } from "../../errors.ts";
import { readBytes } from "../../input/readInput.ts";
import type { Io } from "../../io.ts";
import { write } from "../../programs/write.ts";
import { fitText } from "../fitText.ts";
import type { ProbeRig, RigEvidence } from "./rig.ts";
import { BYTES, writeProbe } from "./writeProbe.ts";

/** Our choices: what shows the spread between starts, and packets that BMv2 takes without a queue on two processors. */
export const RUN_DEFAULTS = { starts: 4, packets: 300, rate: 300, seed: 1 };
/** A sequence has two bytes, 50 of them warm up. */
const MOST_PACKETS = 65_000;
const LIKE = "bmv2-cx5";
/** Our choice: shares of packets that are lost in silence, and of processors that may be busy on a quiet machine. */
const QUIET = { lost: 0.01, load: 0.5 };

/** `p4twin probe run DIR`: measures the programs of a sheet on BMv2, fits, writes a profile. */
export async function runProbe(argv: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseArguments(argv, {
    switch: { type: "string", default: "simple_switch" },
    compiler: { type: "string", default: "p4c-bm2-ss" },
    starts: { type: "string" },
    packets: { type: "string" },
    rate: { type: "string" },
    seed: { type: "string" },
    base: { type: "string", default: LIKE },
    out: { type: "string" },
    id: { type: "string" },
  });
  const folder = onlyPositional(positionals, "DIR");
  const starts = positiveInteger("starts", values.starts) ?? RUN_DEFAULTS.starts;
  const packets = positiveInteger("packets", values.packets) ?? RUN_DEFAULTS.packets;
  const perSecond = positiveNumber("rate", values.rate) ?? RUN_DEFAULTS.rate;
  const seed = positiveInteger("seed", values.seed) ?? RUN_DEFAULTS.seed;
  if (packets > MOST_PACKETS) throw new UsageError(`--packets is at most ${MOST_PACKETS}`);
  const { sheet, frame, commandsOf } = await probeIn(io, folder);

  const file = `${folder}/measured.csv`;
  const rig = await io.openProbeRig({ switch: values.switch, compiler: values.compiler });
  let evidence: Evidence;
  let isWhole = false;
  const rows: string[] = [];
  const told = (): string => measuredText(sheet, evidence, perSecond, rows);
  try {
    evidence = { ...(await rig.evidence()), load: [rig.loadAverage()] };
    const order = probeOrder(sheet.lines, starts, createRandom(seed));
    for (const [index, line] of order.entries()) {
      if (io.signal.aborted) break;
      const { program } = line;
      const job = { program, source: `${folder}/${program}.p4`, commands: commandsOf(program) };
      const summary = await measured(rig, io, { ...job, frame, packets, perSecond });
      if (summary === null) break;
      rows.push(line.filled(index + 1, summary));
      evidence.load = [evidence.load[0]!, rig.loadAverage()];
      write(io, file, told());
      const at = `${index + 1} of ${order.length}`;
      io.stderr(`${at}: ${program} ${summary.latencyUs.toFixed(1)} us, p99 ${summary.p99Us.toFixed(1)} us\n`);
    }
    if (rows.length === 0) throw inputError(folder, "interrupted", "nothing was measured");
    isWhole = rows.length === order.length;
    if (!isWhole)
      io.stderr(
        `interrupted: ${rows.length} of ${order.length} starts are in ${file}${values.out === undefined ? "" : `; ${values.out} is not written`}\n`,
      );
  } finally {
    await rig.close();
  }
  for (const note of loadNotes(evidence)) io.stderr(`${note}\n`);
  const title = `BMv2 ${evidence.switchVersion.replace("simple_switch ", "")}, measured on ${evidence.machine}`;
  return fitText(io, file, told(), {
    base: values.base,
    // a profile of the programs that came first would stand for all
    out: isWhole ? values.out : undefined,
    id: values.id ?? "bmv2",
    described: { title, work: `p4twin probe: ${evidenceText(evidence, perSecond)}` },
  });
}

type Probe = { sheet: ProbeSheet; frame: string; commandsOf: (program: string) => string };

/** The probe in a folder; where there is none those of the experiments are written into it. */
async function probeIn(io: Io, folder: string): Promise<Probe> {
  const read = async (name: string): Promise<string> =>
    new TextDecoder().decode(await readBytes(io, `${folder}/${name}`));
  const parsed = (text: string): ProbeSheet => {
    const sheet = readProbeSheet(text, `${folder}/sheet.csv`);
    if (!sheet.ok) throw new InputError(`${folder}/sheet.csv`, sheet.error);
    return sheet.value;
  };
  let text: string;
  try {
    text = await read("sheet.csv");
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const programs = probePrograms();
    const made = writeProbe(io, folder, BYTES.usual, programs);
    io.stderr(`${folder} has no sheet.csv: wrote the ${programs.length} programs of the experiments\n`);
    const commands = new Map(programs.map((each) => [each.name, each.commands.join("\n")]));
    return {
      sheet: parsed(made.sheet),
      frame: made.packet.trim(),
      commandsOf: (program) => commands.get(program) ?? "",
    };
  }
  const sheet = parsed(text);
  const commands = new Map<string, string>();
  for (const { program } of sheet.lines) commands.set(program, await read(`${program}.txt`));
  return {
    sheet,
    frame: (await read("packet.hex")).trim(),
    commandsOf: (program) => commands.get(program) ?? "",
  };
}

type Evidence = RigEvidence & { load: number[] };

/** Null when the user interrupts: the switch ends with the same signal. */
async function measured(
  rig: ProbeRig,
  io: Io,
  job: Parameters<ProbeRig["measure"]>[0],
): Promise<LatencySummary | null> {
  try {
    const { latenciesUs } = await rig.measure(job);
    const summary = summariseLatencies(latenciesUs);
    if (summary === null)
      throw inputError(job.program, "no-packet", "no packet came out at port 1: check program and entries");
    const lost = job.packets - latenciesUs.length;
    if (lost > QUIET.lost * job.packets)
      io.stderr(
        `${job.program}: ${lost} of ${job.packets} packets lost; they have no latency. Lower --rate, or free the machine\n`,
      );
    return summary;
  } catch (error) {
    if (io.signal.aborted) return null;
    throw error;
  }
}

const evidenceText = (
  { switchVersion, compilerVersion, machine, date, load }: Evidence,
  perSecond: number,
): string =>
  `${switchVersion}, ${compilerVersion}, ${machine}, ${date}, ${perSecond} packets/s over veth, load average ${load.map((each) => each.toFixed(1)).join(" to ")}`;

const measuredText = (
  sheet: ProbeSheet,
  evidence: Evidence,
  perSecond: number,
  rows: readonly string[],
): string => `# ${evidenceText(evidence, perSecond)}\n${[sheet.heading, ...rows].join("\n")}\n`;

function loadNotes({ load, processors }: Evidence): string[] {
  const most = Math.max(...load);
  return most <= QUIET.load * processors
    ? []
    : [
        `warning: the machine was busy (load average ${most.toFixed(1)} on ${processors} processors): these are latencies of a busy switch. Measure again on a quiet machine`,
      ];
}
