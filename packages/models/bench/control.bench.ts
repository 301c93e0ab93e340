import { libraryFiles } from "../library/index.ts";
import { createSimulation, SimulationScenario } from "../src/control/index.ts";
import { assert, createRandom } from "../src/core/index.ts";

const SIMULATED_SECONDS = 60;
/** The least time of these counts: noise only ever adds. */
const REPEATS = 4;
const REFERENCE_DRAWS = 5_000_000;

/**
 * Simulated packets per second on one core. The reference of the same run is the drawing of random numbers,
 * of which a packet needs a few: the ratio is comparable between machines.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const drawsPerS = REFERENCE_DRAWS / least(drawNumbers);
  const rows = [
    measure("UC1, congested, PL 8 DL 15 ms", uc1(7000), drawsPerS),
    measure("UC1, uncongested", uc1(1000), drawsPerS),
    measure("demo cloud", read("demo"), drawsPerS),
  ];
  return { name: "control (simulated packets per second; goal 1,000,000)", rows };
}

function measure(
  what: string,
  scenario: SimulationScenario,
  drawsPerS: number,
): Record<string, string | number> {
  let packets = 0;
  const seconds = least(() => {
    packets = 0;
    const simulation = createSimulation(scenario, { seed: 1, onPacket: () => packets++ });
    simulation.advance(SIMULATED_SECONDS * 1e6);
  });
  assert(packets > 0, "packets were simulated");
  const packetsPerS = packets / seconds;
  return {
    scenario: what,
    packets,
    "packets/s": Math.round(packetsPerS),
    "random draws per packet time": Math.round(drawsPerS / packetsPerS),
    "times real time": Math.round(SIMULATED_SECONDS / seconds),
  };
}

/** Least processor time in seconds: a busy machine does not count. */
function least(run: () => void): number {
  const seconds = Array.from({ length: REPEATS }, () => {
    const from = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1e6;
  });
  return Math.min(...seconds);
}

function drawNumbers(): void {
  const random = createRandom(1);
  let sum = 0;
  for (let i = 0; i < REFERENCE_DRAWS; i++) sum += random.next();
  assert(sum > 0, "the draws are used");
}

const read = (name: string): SimulationScenario =>
  SimulationScenario.parse(JSON.parse(libraryFiles[`simulations/${name}.json`]));

function uc1(transitPps: number): SimulationScenario {
  const scenario = read("paolucci-uc1");
  for (const flow of scenario.flows) if (flow.kind === "transit") flow.pps = transitPps;
  for (const segment of scenario.segments) segment.plUs = 8000;
  return scenario;
}
