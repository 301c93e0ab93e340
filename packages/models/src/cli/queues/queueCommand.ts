import { parseChecked } from "../../core/index.ts";
import { type QueueCase, type QueuePoint, queueReport, queueScenarioSchema } from "../../queueing/index.ts";
import { onlyPositional, parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, UsageError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import { formatTable, printJson, showUs } from "../table.ts";
import { resolveQueueDevice } from "./queueInputs.ts";

/**
 * Packets per run and runs of a simulation when the command line gives none; the thesis took 1.3 million in 5
 * runs (Sec. 4.4.1).
 */
const DEFAULT_PACKETS = 200_000;
const DEFAULT_RUNS = 5;

export const queueCommand: Command = {
  name: "queue",
  summary: "sojourn times, utilisation and stability limits under load, by two models and simulation",
  usage: `usage: p4twin queue FILE [--simulate] [--packets N] [--runs N] [--json]

FILE is a queue scenario (JSON or YAML, or lib:NAME): devices with their service times (measured, or estimated from a profile
and a program), controllers, shares of new flows that visit the controller, and loads.
--simulate  adds the packet simulation with its 95 % confidence interval
--packets   packets per run, ${DEFAULT_PACKETS} when left out
--runs      independent runs, ${DEFAULT_RUNS} when left out
Exit code 3: a load has no steady state, or the refined sojourn time is over the scenario's maxSojournUs.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      simulate: { type: "boolean" },
      packets: { type: "string" },
      runs: { type: "string" },
      json: { type: "boolean" },
    });
    const name = onlyPositional(positionals, "scenario file");
    const packets = positiveInteger("packets", values.packets) ?? DEFAULT_PACKETS;
    const runs = positiveInteger("runs", values.runs) ?? DEFAULT_RUNS;
    if (runs < 2) throw new UsageError("--runs takes at least 2: one run has no confidence interval");
    const { file, text } = await readInput(io, name, { folder: "queues", extensions: [".yaml", ".json"] });
    const { value: scenario, diagnostics } = parseChecked(
      text,
      file,
      queueScenarioSchema,
      "a queue scenario",
      () => [],
    );
    if (scenario === null) throw new InputError(file, diagnostics);

    const devices = [];
    for (const device of scenario.devices) devices.push(await resolveQueueDevice(io, file, device));
    const seeds = Array.from({ length: runs }, (_, i) => i + 1);
    const report = queueReport(scenario, devices, values.simulate ? { packets, seeds } : null);
    io.stdout(values.json ? printJson(report) : report.cases.map(showCase).join("\n"));
    return report.holds ? exitCode.done : exitCode.no;
  },
};

function showCase({ device, controller, newFlowShare, limits, points }: QueueCase): string {
  const flows = controller
    ? `${newFlowShare * 100} % of packets visit controller ${controller.id} (${showUs(controller.serviceUs)} us)`
    : "no packet visits a controller";
  const head = `${device.id} (${showUs(device.serviceUs)} us, sigma ${showUs(device.sigmaUs)}); ${flows}\n`;
  const limit = `stable below ${Math.round(limits.maxExternalPps)} packets/s, limited by the ${limits.limitedBy === "device" ? "data plane" : "controller"}${
    limits.maxControllerUtilisation === null
      ? ""
      : `; rho_c,max ${limits.maxControllerUtilisation.toFixed(4)}`
  }\n`;
  const simulated = points.some((p) => p.simulated !== null);
  const columns = [
    { title: "packets/s", align: "right" },
    { title: "rho_d", align: "right" },
    { title: "rho_c", align: "right" },
    { title: "simple us", align: "right" },
    { title: "refined us", align: "right" },
    ...(simulated ? ([{ title: "simulated us (95 %)" }] as const) : []),
    { title: "" },
  ] as const;
  return `${head}${limit}${formatTable(
    columns,
    points.map((p) => showPoint(p, simulated)),
  )}`;
}

function showPoint(
  { externalPps, utilisation, simple, refined, simulated }: QueuePoint,
  wide: boolean,
): string[] {
  const range =
    simulated === null || !simulated.stable
      ? "-"
      : `${showUs(simulated.sojournUs)} (${showUs(simulated.lowUs)} .. ${showUs(simulated.highUs)})`;
  return [
    String(Math.round(externalPps)),
    utilisation.device.toFixed(3),
    utilisation.controller.toFixed(3),
    showUs(simple.stable ? simple.sojournUs : null),
    showUs(refined.stable ? refined.sojournUs : null),
    ...(wide ? [range] : []),
    refined.stable ? "" : `unstable: ${refined.reason}`,
  ];
}
