// The switch emulator as a process of its own. `npm start` runs it for the demo cloud and commands it over IPC; alone:
//   node apps/api/src/demo/main.ts [SCENARIO.json] [--to HOST:PORT] [--seed N] [--first-port N]
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { SimulationScenario } from "@p4twin/models/control";
import { libraryFiles } from "@p4twin/models/library";
import { z } from "zod";
import { createEmulator } from "./emulator.ts";
import { EmulatorCommand } from "./protocol.ts";

/** Our choice: nobody's habit (9559 is IANA's for P4Runtime, from 50051 on those of the p4lang tutorials). */
const FIRST_PORT = 9_581;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: "string", default: "127.0.0.1:32766" },
    seed: { type: "string", default: "1" },
    "first-port": { type: "string", default: String(FIRST_PORT) },
  },
});
const target = /^(.+):(\d+)$/.exec(values.to);
if (!target) fail(`--to takes HOST:PORT, not '${values.to}'`);
const text = positionals[0] ? readFileSync(positionals[0], "utf8") : libraryFiles["simulations/demo.json"];
const scenario = SimulationScenario.safeParse(JSON.parse(text));
if (!scenario.success) fail(`${positionals[0]}: not a scenario\n${z.prettifyError(scenario.error)}`);

const emulator = createEmulator({
  scenario: scenario.data,
  host: target[1],
  port: Number(target[2]),
  seed: Number(values.seed),
  // a batch every 20 ms costs 40 % less than one every 5 ms, whose code is out of the caches each time
  tickMs: 20,
  firstPort: Number(values["first-port"]),
});

process.on("message", (message) => {
  const command = EmulatorCommand.parse(message);
  if (command.kind === "flowRate") emulator.setFlowRate(command.flow, command.pps);
  else if (command.kind === "vnfDelay") emulator.setVnfDelay(command.vnf, command.extraUs);
  else if (command.kind === "switchDelay") emulator.setSwitchDelay(command.switch, command.extraUs);
  else emulator.setThresholds(command.segment, command.plUs, command.dlUs);
});

const stop = async (): Promise<void> => {
  await emulator.stop();
  process.exit(0);
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
// the API has gone without a word: a demo without a listener has no purpose
process.once("disconnect", stop);

await emulator.start();
const tell = (): void => void process.send?.({ ...emulator.counters(), controlled: emulator.controlled() });
if (process.send) {
  tell();
  setInterval(tell, 1_000);
} else {
  const at = emulator.controlled().map(({ switch: name, address }) => `${name} ${address}`);
  console.log(`${scenario.data.name}: reports go to ${values.to}; P4Runtime ${at.join(", ")}; Ctrl-C stops`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
