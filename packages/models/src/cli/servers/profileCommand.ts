import { withinDelay } from "../../core/index.ts";
import { batchGoals, libraryCounterNames, profileReport, tuningScript } from "../../server/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import { printJson } from "../table.ts";
import { oneOf, readProfileInputs, readServer, setupOptions } from "./profileInputs.ts";
import { showLatency, showProfile } from "./profileTables.ts";

export const profileCommand: Command = {
  name: "profile",
  summary:
    "where the latency of a server's functions is spent, the bottleneck, and the commands that tune it",
  usage: `usage: p4twin profile FILE [options]

FILE holds counters of one function or a chain: our JSON, YAML or CSV, perf stat (text, CSV by -x, or JSON by -j), Intel PCM's CSV,
perf sched latency, /proc/PID/schedstat, /proc/PID/sched, or
${libraryCounterNames()
  .map((n) => `lib:${n}`)
  .join(", ")}.
--also FILE         another file of the same run for what is unknown, e.g. PCM with perf (several allowed)
--packets N         packets of the run (perf and PCM do not count them)
--name ID           of the function in a perf or PCM file; its process' name for the commands
--cores LIST        cores of the chain, e.g. 0,2-4; of a PCM file only their columns count
--fabric F          ovs, b2b (back to back), one-process
--driver D          kernel, user, dpdk
--policy P          cfs, batch, rr, fifo; --quantum-ms MS, --batch N: as they are now
--server ID|FILE    costs of memory and system calls; by default the file's, else the thesis' server
--goal G            latency (default), density, jitter: the aim of the batch size
--basis B           slowest (default, as the Profiler), effective: cost of a reference
--max-us N          exit 3 when the latency per packet is over N, or a part of it is unknown
--commands          only the script that applies the advice
--json              one JSON document
Example: perf stat -x, -e L1-dcache-loads,LLC-loads,LLC-load-misses,context-switches -p PID 2> run.csv; p4twin profile run.csv --packets 5000000`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      ...setupOptions,
      also: { type: "string", multiple: true },
      server: { type: "string" },
      goal: { type: "string" },
      basis: { type: "string" },
      "max-us": { type: "string" },
      commands: { type: "boolean" },
      json: { type: "boolean" },
    });
    const name = onlyPositional(positionals, "counter file");
    const goal = oneOf("goal", values.goal, batchGoals) ?? "latency";
    const basis = oneOf("basis", values.basis, ["slowest", "effective"] as const) ?? "slowest";
    const maxUs = positiveNumber("max-us", values["max-us"]);
    if (values.commands && values.json) throw new UsageError("--commands prints a script: give it or --json");

    const measurement = await readProfileInputs(io, [name, ...(values.also ?? [])], values);
    const { profile, assumed } = await readServer(io, values.server, measurement);
    const made = profileReport(measurement, profile, { goal, basis });
    const note = `the file names no server: costs are those of ${profile.title} (--server)`;
    const report = assumed ? { ...made, notes: [...made.notes, note] } : made;
    io.stdout(
      values.json
        ? printJson(report)
        : values.commands
          ? tuningScript(report.advice.steps)
          : showProfile(report),
    );
    const { us, terms } = report.chain;
    const unknown = terms.filter((t) => t.us === null).length;
    const over = maxUs !== null && (us === null || unknown > 0 || !withinDelay(us, maxUs));
    if (over) {
      const known = showLatency(report.chain);
      const isOver = us !== null && !withinDelay(us, maxUs);
      const why = isOver
        ? `over ${maxUs} us`
        : `and ${unknown} of ${terms.length} terms are unknown, so that ${maxUs} us is not shown`;
      const what =
        known === null ? `is unknown: ${unknown} of ${terms.length} terms are` : `is ${known}, ${why}`;
      io.stderr(`${name}: the latency per packet ${what}\n`);
    }
    return over ? exitCode.no : exitCode.done;
  },
};
