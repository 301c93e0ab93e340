import { formatDiagnostic } from "../../core/index.ts";
import {
  cutDiagnostics,
  deviceNames,
  numberPorts,
  portNotes,
  type Synthesis,
  type SynthesisReport,
  synthesise,
  synthesisReport,
  toClick,
  toOpenFlow,
  toP4,
} from "../../synthesis/index.ts";
import { onlyPositional, parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import { readChain } from "../input/readChain.ts";
import { formatTable, printJson } from "../table.ts";
import { serverLoad, serverLoadOptions, showServerLoad } from "./serverLoad.ts";

const targets = ["click", "openflow", "p4"] as const;
type Target = (typeof targets)[number];

export const synthesiseCommand: Command = {
  name: "synthesise",
  summary: "one function out of a chain: its traffic classes, or a configuration for a target",
  usage: `usage: p4twin synthesise FILE [--to click|openflow|p4] [--timed] [--max-filters N] [--json]
       p4twin synthesise FILE --server ID|FILE [--driver dpdk|user|kernel] [--nic ID|none] [--frame BYTES] [--gbps G] [--shares 1=0.7,2=0.3] [--measured FILE [--ghz G]]

FILE is a chain of network functions (JSON or YAML, or lib:NAME), a Click configuration (.click) or an ACL in ClassBench format
(.acl, .rules). Files that a chain names are looked for beside it.
--to           prints what the target runs instead of the classes; p4: the program, then its table commands (--json: both, apart)
--timed        with --to click: reads captures in place of devices (click FILE INTERFACE=CAPTURE), lets nothing out, and prints what
               each class takes as a file for --measured
--max-filters  filters at most; bounds time and memory
--server       throughput against cores, before and after, instead of the classes: frames without checksum (60), with --gbps the
               cores that a load takes; --shares: packets of each class, otherwise all cost what the dearest class does;
               --measured: a counter file (p4twin profile) of functions "class 1", whose cycles per packet, or times at --ghz, take the place of Table 7.1;
               of several runs in it the least counts
Exit code 3: the chain cannot be synthesised whole; standard error has the places where it is cut.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      to: { type: "string" },
      "max-filters": { type: "string" },
      timed: { type: "boolean" },
      json: { type: "boolean" },
      ...serverLoadOptions,
    });
    const name = onlyPositional(positionals, "chain file");
    const target = targetOf(values.to);
    const timed = values.timed === true;
    if (timed && target !== "click") throw new UsageError("--timed needs --to click");
    const maxFilters = positiveInteger("max-filters", values["max-filters"]);
    const { file, graph } = await readChain(io, name);
    const synthesis = synthesise(graph, { signal: io.signal, ...(maxFilters ? { maxFilters } : {}) });
    if (!("classes" in synthesis)) {
      for (const d of synthesis.diagnostics) io.stderr(`${formatDiagnostic(d, file)}\n`);
      return synthesis.status === "invalid" ? exitCode.badInput : exitCode.no;
    }
    for (const d of cutDiagnostics(synthesis.cuts)) io.stderr(`${formatDiagnostic(d, file)}\n`);
    const load = await serverLoad(io, synthesis, values);
    if (load !== null) {
      io.stdout(values.json === true ? printJson(load) : showServerLoad(load));
      return synthesis.status === "whole" ? exitCode.done : exitCode.no;
    }
    const printed =
      target === null
        ? printClasses(synthesis, file, values.json === true)
        : printTarget(synthesis, target, file, values.json === true);
    if (printed === null) return exitCode.no;
    io.stdout(printed);
    return synthesis.status === "whole" ? exitCode.done : exitCode.no;

    function printTarget(from: Synthesis, to: Target, where: string, isJson: boolean): string | null {
      const made = to === "p4" ? toP4(from) : to === "click" ? toClick(from, { timed }) : toOpenFlow(from);
      for (const d of made.diagnostics) io.stderr(`${formatDiagnostic(d, where)}\n`);
      if ("program" in made) {
        if (made.program === null) return null;
        const { program, commands, ports } = made;
        if (isJson) return printJson({ target: to, program, commands, ...ports });
        const map = portNotes(ports).map((note) => `// ${note}\n`);
        return `${map.join("")}${program}\n/* commands for simple_switch_CLI\n${commands}*/\n`;
      }
      if (made.text === null) return null;
      if (!isJson) return made.text;
      const interfaces =
        to === "openflow" ? numberPorts(from) : { devices: Object.fromEntries(deviceNames(from)) };
      return printJson({ target: to, text: made.text, ...interfaces });
    }
  },
};

function targetOf(text: string | undefined): Target | null {
  if (text === undefined) return null;
  const found = targets.find((t) => t === text);
  if (!found) throw new UsageError(`--to takes ${targets.join(", ")}, not "${text}"`);
  return found;
}

function printClasses(synthesis: Synthesis, name: string, isJson: boolean): string {
  const report = synthesisReport(synthesis, name);
  return isJson ? printJson(report) : showReport(report);
}

function showReport(report: SynthesisReport): string {
  const rows = report.classes.map((c) => [
    String(c.id),
    String(c.filters),
    c.ending,
    `${c.before.operations} -> ${c.after.operations}`,
    `${c.before.cycles} -> ${c.after.cycles}`,
    Object.entries(c.operation)
      .map(([field, what]) => `${field} = ${what}`)
      .join(", "),
  ]);
  const columns = [
    { title: "class", align: "right" },
    { title: "filters", align: "right" },
    { title: "leaves by" },
    { title: "operations", align: "right" },
    { title: "cycles", align: "right" },
    { title: "writes" },
  ] as const;
  const states = report.states.map(
    (s) => `${s.id}: inputs ${s.inputs.join(", ")}; in place of ${s.replaces.join(", ")}\n`,
  );
  const head = `${report.functions.join(" -> ")}: ${report.classes.length} traffic classes, ${report.filters.compressed} filters (${report.filters.traversed} before compression)\n`;
  return `${head}${formatTable(columns, rows)}${states.join("")}`;
}
