import {
  type ControlReport,
  SimulationScenario,
  type SliceReport,
  type SliceScenario,
  simulateScenario,
  sliceReport,
  sliceScenarioSchema,
} from "../../control/index.ts";
import { parseChecked, rawFields, readDocument } from "../../core/index.ts";
import { onlyPositional, parseArguments, positiveInteger, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError, UsageError } from "../errors.ts";
import { type InputText, readInput } from "../input/readInput.ts";
import { printJson } from "../table.ts";
import { changeScenario, type SimulateValues, simulateOptions } from "./simulateOptions.ts";
import { showControl, showSlices } from "./simulateTables.ts";

/**
 * Counted seconds and warm-up of a run when the command line gives none: a queue of 64 fills in milliseconds
 * (our choice).
 */
const DEFAULT_SECONDS = 10;
const WARM_UP_SECONDS = 2;

export const simulateCommand: Command = {
  name: "simulate",
  summary: "latency control in a simulated cloud: delay and loss per flow, segment and slice",
  usage: `usage: p4twin simulate FILE [options]

FILE is a cloud (switches, VNFs, flows, segments with PL and DL) or slices of a link (vQueue, meters): JSON or YAML, or
lib:paolucci-uc1, lib:paolucci-uc2, lib:demo, lib:vqueue-priorities.
--seconds S         simulated seconds that are counted, ${DEFAULT_SECONDS} when left out, after ${WARM_UP_SECONDS} s of warm-up (clouds only)
--seed N            of the random numbers, 1 when left out
--pl US, --dl US    PL and DL of all segments, or of one as SEGMENT=US (several allowed)
--rate FLOW=PPS     packets per second of a flow (several allowed)
--vnf-delay VNF=US  added to every packet of a VNF (several allowed)
--json              one JSON document
Exit code 3: a packet took longer than DL in its segment, or than the burst limit of its slice.
Example: p4twin simulate lib:paolucci-uc1 --rate transit=7000 --pl 8000 --dl 15000`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      seconds: { type: "string" },
      seed: { type: "string" },
      json: { type: "boolean" },
      ...simulateOptions,
    });
    const name = onlyPositional(positionals, "scenario file");
    const seconds = positiveNumber("seconds", values.seconds) ?? DEFAULT_SECONDS;
    const seed = positiveInteger("seed", values.seed) ?? 1;
    const input = await readInput(io, name, { folder: "simulations", extensions: [".json", ".yaml"] });
    const scenario = parseScenario(input);
    const report =
      "slices" in scenario
        ? runSlices(scenario, values, { seconds, seed })
        : runCloud(scenario, values, { seconds, seed });
    io.stdout(
      values.json ? printJson(report) : report.kind === "slices" ? showSlices(report) : showControl(report),
    );
    return report.holds ? exitCode.done : exitCode.no;
  },
};

function parseScenario({ file, text }: InputText): SimulationScenario | SliceScenario {
  const hasSlices = "slices" in rawFields(readDocument(text, file).value);
  const { value, diagnostics } = hasSlices
    ? parseChecked<SliceScenario | SimulationScenario>(
        text,
        file,
        sliceScenarioSchema,
        "a slice scenario",
        () => [],
      )
    : parseChecked<SliceScenario | SimulationScenario>(
        text,
        file,
        SimulationScenario,
        "a simulation",
        () => [],
      );
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}

type Settings = { seconds: number; seed: number };

function runSlices(scenario: SliceScenario, values: SimulateValues, settings: Settings): SliceReport {
  const given = Object.keys(simulateOptions).find((key) => Object.hasOwn(values, key));
  if (given !== undefined) throw new UsageError(`--${given} is for clouds; this file has slices`);
  return sliceReport(scenario, settings);
}

function runCloud(scenario: SimulationScenario, values: SimulateValues, settings: Settings): ControlReport {
  const { changed, vnfExtraUs } = changeScenario(scenario, values);
  return simulateScenario(changed, { ...settings, warmUpSeconds: WARM_UP_SECONDS, vnfExtraUs });
}
