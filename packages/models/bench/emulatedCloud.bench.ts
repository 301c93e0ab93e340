import { libraryFiles } from "../library/index.ts";
import { SimulationScenario } from "../src/control/index.ts";
import { createRunningCloud } from "../src/run/index.ts";

const STEP_US = 20_000;
const [WARM_S, MEASURED_S] = [5, 40];

/** What the demo's emulated switches take: processor time for each second of its cloud, and the reports they send. */
export default function emulatedCloud() {
  const scenario = SimulationScenario.parse(JSON.parse(libraryFiles["simulations/demo.json"]));
  const programs = {
    latency_control_uc1: libraryFiles["programs/latency_control_uc1.p4"],
    latency_control_uc2: libraryFiles["programs/latency_control_uc2.p4"],
  };
  let reports = 0;
  const cloud = createRunningCloud(scenario, { seed: 1, programs, onReport: () => reports++ });
  const advanceTo = (seconds: number): void => {
    for (; nowUs < seconds * 1e6; nowUs += STEP_US) cloud.advance(nowUs);
  };
  let nowUs = 0;
  advanceTo(WARM_S);
  reports = 0;
  const before = process.cpuUsage();
  advanceTo(WARM_S + MEASURED_S);
  const { user, system } = process.cpuUsage(before);
  const row = {
    cloud: "demo",
    "reports/s": Math.round(reports / MEASURED_S),
    "CPU ms a second": Math.round((user + system) / 1e3 / MEASURED_S),
  };
  return { name: "Emulated switches", rows: [row] };
}
