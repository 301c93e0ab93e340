import { issueTexts } from "../../core/index.ts";
import {
  type CaptureTally,
  type CaptureUnits,
  createCaptureTally,
  cutElsewhereSentence,
  cutSentence,
  type DecodedHop,
  type DecodeLine,
  DIALECT_IDS,
  decodeCapture,
  deviationsOf,
  type ExporterProfile,
  exporterProfileSchema,
  FRAME_CUT,
  inferUnits,
  NO_EXPORTER,
  portsFound,
  type ReportUnit,
  repeatedSentence,
  unitsOfProfile,
  unitWords,
} from "../../telemetry/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, type ExitCode, exitCode } from "../command.ts";
import { inputError } from "../errors.ts";
import { readCaptureBytes } from "../input/readCaptureBytes.ts";
import { readBytes } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { plural } from "../plural.ts";
import { formatTable } from "../table.ts";
import { dialectOf, portOption, reportPorts, telemetrySettings } from "./telemetryOptions.ts";

/** Lines are written in pieces of about this many characters: one write per line is slow on long captures. */
const WRITE_CHARACTERS = 65_536;

export const decodeCommand: Command = {
  name: "decode",
  summary:
    "every INT report of a pcap or pcapng capture, one JSON object a line; IFA, IOAM, IPFIX and sFlow too",
  usage: `usage: p4twin decode FILE|- [--port N]... [--dialect NAME] [--profile FILE.json] [--table]

  --port N         UDP destination port of the reports, several times for several (32766, 54321, 4739, 6343, and every
                   other port most of whose datagrams are INT reports with a flow and hops)
  --dialect NAME   the kind of exporter: ${DIALECT_IDS.slice(0, 8).join(", ")},
                   ${DIALECT_IDS.slice(8).join(", ")}
  --profile FILE   settings of the exporters: time units, layouts, INT markers
  --table          a readable table instead of JSON

The capture may be compressed by gzip.
A frame that cannot be decoded gives {"frame":n,"error":"code","message":"..."}; frames other than datagrams to a
report port are skipped. Times and latencies are printed as the switch wrote them; "unit" says what they count: ns, us,
or null where neither the profile nor the reports say it, and why. "quirks" are those of the "warnings" that deviate from
the specification. What was inferred goes to standard error with its evidence.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      ...portOption,
      dialect: { type: "string" },
      profile: { type: "string" },
      table: { type: "boolean" },
      json: { type: "boolean" },
    });
    const name = onlyPositional(positionals, "FILE");
    const ports = reportPorts(values.port);
    const dialect = values.dialect === undefined ? undefined : dialectOf(values.dialect);
    const input = await readCaptureBytes(io, name);
    const given = values.profile === undefined ? null : await readProfile(io, values.profile);
    const profile = dialect === undefined ? given : { ...given, dialect };
    const tally = createCaptureTally();
    let settings = telemetrySettings(ports, profile);
    const looked = createCaptureTally();
    let units = await inferUnits([input.bytes], settings, looked);
    // exporters send to ports of their own choice: who names none wants all reports
    const found = values.port === undefined ? portsFound(looked) : [];
    if (found.length > 0) {
      settings = telemetrySettings([...ports, ...found], profile);
      units = await inferUnits([input.bytes], settings);
    }
    const lines = decodeCapture([input.bytes], settings, tally, units);
    await (values.table ? printTable(lines, io) : printLines(lines, io));
    reportExporters(input.file, tally, io);
    reportCut(input.file, tally, io);
    reportMirrored(input.file, tally, io);
    reportRepeated(input.file, tally, io);
    reportExports(input.file, tally, io);
    for (const port of found)
      io.stderr(
        `${input.file}: note: ${looked.otherReports.get(port)} of ${looked.otherPorts.get(port)} datagrams to port ${port} are INT reports: they are read too; --port says which ports are read [port-found]\n`,
      );
    reportUnits(input.file, settings.defaultProfile, units, io);
    return report(input.file, ports, values.port !== undefined, tally, io);
  },
};

async function readProfile(io: Io, file: string): Promise<ExporterProfile> {
  const text = new TextDecoder().decode(await readBytes(io, file));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw inputError(file, "json", "not valid JSON");
  }
  const parsed = exporterProfileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw inputError(file, "profile-field", issueTexts(parsed.error, "the profile").join("; "));
}

async function printLines(lines: AsyncIterable<DecodeLine>, io: Io): Promise<void> {
  let text = "";
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < WRITE_CHARACTERS) continue;
    io.stdout(text);
    text = "";
  }
  if (text !== "") io.stdout(text);
}

async function printTable(lines: AsyncIterable<DecodeLine>, io: Io): Promise<void> {
  const rows: string[][] = [];
  for await (const line of lines) {
    rows.push(
      "error" in line
        ? [String(line.frame), "", "", "", "", `${line.message} [${line.error}]`]
        : [
            String(line.frame),
            line.format.replace("telemetry-report-", ""),
            line.int ?? "-",
            line.reportType,
            line.flow === null ? "-" : `${line.flow.src} > ${line.flow.dst}:${line.flow.dstPort ?? "-"}`,
            [line.hops.map((hop) => hopText(hop, line.unit)).join(" > "), ...line.warnings].join("  "),
          ],
    );
  }
  const columns = [
    { title: "frame", align: "right" },
    { title: "report" },
    { title: "INT" },
    { title: "type" },
    { title: "flow" },
    { title: "hops" },
  ] as const;
  io.stdout(formatTable(columns, rows));
}

function hopText(hop: DecodedHop, unit: ReportUnit | undefined): string {
  const latency =
    hop.hopLatency === null ? "-" : `${hop.hopLatency}${unit?.latency ? ` ${unit.latency}` : "?"}`;
  return `${hop.nodeId ?? "?"}(${hop.ingressPort ?? "-"}:${hop.egressPort ?? "-"} ${latency})`;
}

/** Whose a report is: an exporter's, or a user's packet that was captured on its way. */
const ofSender = (address: string): string =>
  address === NO_EXPORTER ? "in users' packets" : `of ${address}`;

/** In what each exporter deviates from the specification, and how many of its reports are missing. */
function reportExporters(file: string, { exporters }: CaptureTally, io: Io): void {
  for (const [address, { counters, sequences }] of exporters) {
    for (const { name, sentence, reports } of deviationsOf(counters))
      io.stderr(
        `${file}: note: ${reports} of ${counters.reports} reports ${ofSender(address)}: ${sentence} [${name}]\n`,
      );
    const { lost } = sequences.counters;
    if (lost > 0)
      io.stderr(
        `${file}: warning: ${plural(lost, "report")} of ${address} ${lost === 1 ? "is missing by its number" : "are missing by their numbers"}, beside ${counters.reports} that are there [report-loss]\n`,
      );
  }
  if (exporters.leftOut > 0)
    io.stderr(
      `${file}: note: only the first ${exporters.size} exporters are distinguished: deviations and missing reports in ${plural(exporters.leftOut, "datagram")} of others are not listed [exporters-left-out]\n`,
    );
}

function reportCut(file: string, { cutDatagrams, counters }: CaptureTally, io: Io): void {
  if (cutDatagrams === 0) return;
  const counts = { cut: cutDatagrams, unread: counters.byReason[FRAME_CUT], received: counters.received };
  io.stderr(`${file}: warning: ${cutSentence(counts)} [frame-cut]\n`);
}

function reportMirrored(file: string, { mirrored }: CaptureTally, io: Io): void {
  if (mirrored > 0)
    io.stderr(
      `${file}: note: ${plural(mirrored, "frame")} came in the tunnel of a mirror session; what is inside is read [mirrored]\n`,
    );
}

function reportRepeated(file: string, { repeated, counters }: CaptureTally, io: Io): void {
  const sentence = repeatedSentence(repeated, counters.received);
  if (sentence !== null) io.stderr(`${file}: warning: ${sentence} [repeated-datagrams]\n`);
}

/** What IPFIX and sFlow sent beside what became reports. */
function reportExports(file: string, { exports }: CaptureTally, io: Io): void {
  const { passedOver, waiting, withoutTemplate, lost } = exports.counters;
  const missing = waiting + withoutTemplate;
  for (const [address, elements] of exports.rawElements())
    for (const [name, hex] of elements)
      io.stderr(
        `${file}: note: element ${name} of ${address} is not read here; it was ${hex} last [element-raw]\n`,
      );
  if (passedOver > 0)
    io.stderr(`${file}: note: ${passedOver} records and samples tell no delay, drop or path [records-passed-over]
`);
  if (missing > 0)
    io.stderr(`${file}: warning: ${missing} data sets came without their template [template-missing]
`);
  if (lost > 0)
    io.stderr(`${file}: warning: ${lost} records or datagrams are missing by their numbers [export-loss]
`);
}

/** What was inferred of the units that the profile leaves open, and what nobody says: one line for nodes alike. */
function reportUnits(file: string, profile: ExporterProfile, units: CaptureUnits, io: Io): void {
  const said = unitsOfProfile(profile);
  if (said.timestamp !== null && said.latency !== null) return;
  const told = new Map<string, { nodes: number[]; isOpen: boolean }>();
  for (const node of units.list()) {
    const latency = node.seen.latencies > 0 ? (said.latency ?? node.latency) : "ns";
    const timestamp = node.seen.timestamps > 0 ? (said.timestamp ?? node.timestamp) : "ns";
    // nanoseconds are the usual unit: `unit` of each line says it
    if (latency === "ns" && timestamp === "ns") continue;
    const text = `${ofSender(node.address)}: ${unitWords(node)}`;
    const isOpen = latency === null || timestamp === null;
    const same = told.get(text);
    if (same) same.nodes.push(node.nodeId);
    else told.set(text, { nodes: [node.nodeId], isOpen });
  }
  for (const [text, { nodes, isOpen }] of told) {
    const remedy = isOpen ? ". Say it with --dialect or in --profile [unit-unknown]" : " [units]";
    io.stderr(`${file}: ${isOpen ? "warning" : "note"}: node ${nodes.join(", ")} ${text}${remedy}\n`);
  }
}

/**
 * What is wrong with the file goes to standard error; a capture without any report names the ports of its datagrams.
 */
function report(
  file: string,
  ports: readonly number[],
  areNamed: boolean,
  tally: CaptureTally,
  io: Io,
): ExitCode {
  for (const { severity, code, message } of tally.problems)
    io.stderr(`${file}: ${severity}: ${message} [${code}]\n`);
  for (const [port, reports] of tally.otherReports)
    io.stderr(
      `${file}: warning: ${reports} of ${tally.otherPorts.get(port)} datagrams to port ${port} read as INT reports and are left out: name it with --port [reports-left-out]\n`,
    );
  const damaged = tally.problems.some((p) => p.severity === "error");
  const others = [...tally.otherPorts]
    .filter(([port]) => !tally.otherReports.has(port))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5);
  const seen = others.map(([port, count]) => `${port} (${count})`).join(", ");
  if (tally.counters.received > 0 && others.length > 0 && !areNamed)
    io.stderr(
      `${file}: note: datagrams to other ports are not read: ${seen}; --port says which ports are read [ports-not-read]\n`,
    );
  if (tally.counters.received === 0 && !damaged) {
    const remedy =
      others.length > 0 ? `; there are datagrams to ${seen}: name the right one with --port` : "";
    io.stderr(
      `${file}: warning: none of ${tally.frames} frames is a datagram to port ${ports.join(" or ")}${remedy} [no-reports]\n`,
    );
    const cut = cutElsewhereSentence(tally.cutElsewhere);
    if (cut !== null) io.stderr(`${file}: warning: ${cut} [frame-cut]\n`);
  }
  return damaged ? exitCode.badInput : exitCode.done;
}
