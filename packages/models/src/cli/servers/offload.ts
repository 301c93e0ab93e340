import {
  type Failure,
  type MetronTimeline,
  type OffloadReport,
  offloadReport,
  placeableChain,
  simulateFile,
} from "../../synthesis/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { inputError, UsageError } from "../errors.ts";
import { formatTable, printJson } from "../table.ts";
import { measuredCycles } from "./measuredCycles.ts";
import { readOffload } from "./readOffload.ts";

export const offloadCommand: Command = {
  name: "offload",
  summary: "splits a chain between switch, NIC and server: rules, tags, what does not fit and why",
  usage: `usage: p4twin offload FILE [--rules DEVICE | --chain GBPS [--measured FILE [--ghz G]] | --simulate] [--json]

FILE (JSON or YAML, or lib:isp, lib:nic-only) names a chain (see p4twin synthesise), a network of switches and servers, and the cores that the chain
gets; a scenario with load and failures is optional.
--rules DEVICE  only the rules of one device, in its language
--chain GBPS    a chain file (JSON), functions and chains for a problem of p4twin place: the switch's part and the server's part, with this load
--measured FILE with --chain: cycles of classes that were measured (p4twin synthesise --to click --timed) in place of Table 7.1
--simulate      plays the scenario: deployment, splits, merges, failures (--json: with messages and samples)
Exit code 3: the chain cannot be placed, or a scenario ends with the chain down; standard error has the reasons.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      rules: { type: "string" },
      simulate: { type: "boolean" },
      chain: { type: "string" },
      measured: { type: "string" },
      ghz: { type: "string" },
      json: { type: "boolean" },
    });
    const name = onlyPositional(positionals, "offload file");
    const asked = ["rules", "chain", "simulate"].filter((name) => name in values);
    if (asked.length > 1)
      throw new UsageError(`${asked.map((name) => `--${name}`).join(" and ")} exclude each other`);
    const gbps = positiveNumber("chain", values.chain);
    if (values.measured !== undefined && gbps === null) throw new UsageError("--measured needs --chain");
    const read = await readOffload(io, name);
    if ("exit" in read) return read.exit;
    const { file, value, synthesis, options, plan } = read;
    if (values.simulate && value.scenario === null)
      throw inputError(
        file,
        "offload-no-scenario",
        "--simulate needs a scenario in the file: load, gbpsPerCore, maxCores and untilS",
      );
    if (values.simulate) {
      const timeline = simulateFile(value, synthesis, plan, options)!;
      io.stdout(values.json ? printJson(timeline) : showTimeline(timeline));
      return timeline.events.some((e) => e.kind === "down") ? exitCode.no : exitCode.done;
    }
    if (gbps !== null) {
      const { file: chainFile, notes } = placeableChain(value.name ?? value.chain, synthesis, plan, {
        gbps,
        measured: await measuredCycles(io, values, synthesis),
      });
      for (const note of notes) io.stderr(`note: ${note}\n`);
      io.stdout(printJson(chainFile));
      return exitCode.done;
    }
    const report = offloadReport(value.name ?? value.chain, synthesis, value.network, options, plan);
    if (values.rules !== undefined) {
      const device = report.devices.find((d) => d.device === values.rules);
      if (!device)
        throw new UsageError(
          `--rules takes ${report.devices.map((d) => d.device).join(", ")}, not "${values.rules}"`,
        );
      for (const note of report.notes) io.stderr(`note: ${note}\n`);
      io.stdout(values.json ? printJson(device) : device.rules.map((r) => `${r}\n`).join(""));
      return exitCode.done;
    }
    io.stdout(values.json ? printJson(report) : showReport(report));
    return exitCode.done;
  },
};

const right = (title: string) => ({ title, align: "right" }) as const;
const writes = (of: Record<string, string>): string =>
  Object.entries(of)
    .map(([field, what]) => `${field} = ${what}`)
    .join(", ") || "-";

function showReport(report: OffloadReport): string {
  const { server, entries, functions, groups, devices, deployments, backups, notes, pools } = report;
  const places = entries.map(
    (e) =>
      `${e.entry}: ${e.rules.hardware} rules done at ${e.switch ?? "the NIC"} (${e.target}), ${e.rules.split} led on to a core, ${e.rules.software} in software; ${e.entries} entries; way ${e.way.join(" - ")}\n`,
  );
  return [
    `${report.name}: server ${server.id} (${server.asked} asked), ${server.cores} cores\n${places.join("")}`,
    formatTable(
      [{ title: "function" }, { title: "in hardware" }, { title: "what stays, and why" }],
      functions.map((f) => [f.function, f.verdict, f.reason ?? "-"]),
    ),
    formatTable(
      [
        { title: "group" },
        right("class"),
        right("core"),
        { title: "tag" },
        right("rules"),
        { title: "leaves by" },
        { title: "server writes" },
      ],
      groups.map((g) => [
        g.id,
        g.class === null ? "rest" : String(g.class),
        String(g.core),
        g.tag,
        String(g.rules),
        g.leavesBy ?? "-",
        g.software === null ? "the whole function" : writes(g.software),
      ]),
    ),
    pools.map((p) => `core ${p.core} chooses ${p.field} of ${p.state} from ${p.values}\n`).join(""),
    formatTable(
      [{ title: "device" }, { title: "language" }, right("rules"), { title: "deployment" }],
      devices.map((d) => {
        const at = deployments.find((x) => x.device === d.device)?.deployment;
        return [
          d.device,
          d.language,
          String(d.rules.length),
          at?.fits ? `${at.ms.toFixed(0)} ms` : "no published time",
        ];
      }),
    ),
    formatTable(
      [{ title: "when it fails" }, right("rules changed"), { title: "then" }],
      backups.map((b) => [
        describe(b.failure),
        b.rules === null ? "-" : String(b.rules),
        b.survives ? (b.lostState ? "flows with state start over" : "continues") : b.reasons.join("; "),
      ]),
    ),
    notes.map((n) => `note: ${n}\n`).join(""),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const describe = (f: Failure): string =>
  f.kind === "link"
    ? `link ${f.a} - ${f.b}`
    : f.kind === "core"
      ? `core ${f.core} of ${f.server}`
      : `${f.kind} ${f.id}`;

function showTimeline({ events, messages, samples }: MetronTimeline): string {
  const used = samples.map((s) => s.cores.length);
  const [offered, carried] = [samples.map((s) => s.offeredGbps), samples.map((s) => s.carriedGbps)].map(
    (list) => list.reduce((sum, x) => sum + x, 0),
  );
  const shown = events.filter((e) => e.kind !== "step");
  return `${formatTable(
    [right("s"), { title: "event" }, right("rules"), { title: "what" }],
    shown.map((e) => [(e.atMs / 1000).toFixed(3), e.kind, e.rules === null ? "-" : String(e.rules), e.text]),
  )}\n${Math.min(...used)} to ${Math.max(...used)} cores, ${((100 * carried!) / (offered! || 1)).toFixed(1)} % of the offered load carried, ${messages.length} messages\n`;
}
