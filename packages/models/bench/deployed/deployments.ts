import { readFileSync } from "node:fs";
import { join } from "node:path";

const LIBRARY = join(import.meta.dirname, "../../library");
const file = (path: string): string => readFileSync(join(LIBRARY, "deployments", path), "utf8");

/** A deployment that is run: its topology, each switch's program, and what each is told before the packets. */
export type Deployment = {
  name: string;
  topology: string;
  programs: Record<string, string>;
  commands: Record<string, string[]>;
  /** hosts whose frames carry times: of those only number and length are compared */
  timed: readonly string[];
};

type Switches = Record<string, { program?: string; cli_input: string }>;
type Topology = { hosts: Record<string, object>; switches: Switches; links: string[][] };

const lines = (text: string): string[] =>
  text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));

/** A deployment of the library, with commands and switches beside its own; `program` is that of unnamed switches. */
function deployment(
  folder: string,
  program: string,
  more: Record<string, readonly string[]>,
  change: (topology: Topology) => void = () => undefined,
): Deployment {
  const topology = JSON.parse(file(`${folder}/topology.json`)) as Topology;
  change(topology);
  const of = Object.entries(topology.switches);
  return {
    name: folder,
    topology: JSON.stringify(topology),
    programs: Object.fromEntries(of.map(([id, each]) => [id, each.program ?? program])),
    commands: Object.fromEntries(
      of.map(([id, { cli_input }]) => [
        id,
        [...lines(file(cli_input.includes("/") ? cli_input : `${folder}/${cli_input}`)), ...(more[id] ?? [])],
      ]),
    ),
    timed: ["collector"],
  };
}

/** A minute for each packet, so that no machine's speed decides which are dropped and marked: ten pass. */
const SLOWEST_SESSION = [
  "table_add pdr set_session 0.0.0.0&&&0x0 10.60.0.11&&&0xffffffff 0x0&&&0x0 0x0&&&0x0 0x0&&&0x0 => 5 1 9 0 4",
  "table_add qer queue_manage 5 => 60000000 600000000 300000000",
];

/** The user plane. */
export const userPlane = (): Deployment => deployment("upf", "", { dlf: SLOWEST_SESSION });

/** PL and DL of a flow that no machine reaches, or that every packet is above. */
const bounds = (flow: number, isTight: boolean): string[] => [
  `register_write bounded_latency ${flow} ${isTight ? 1 : 5_000_000}`,
  `register_write drop_latency ${flow} ${isTight ? 1 : 10_000_000}`,
];

/** Use case 1 with two critical flows and the reflector; `tight` is the flow that is dropped. */
export const oneSwitch = (tight: number): Deployment => ({
  ...deployment("latency-control-flows", "", {
    s1: [0, 1].flatMap((flow) => [...bounds(flow, flow === tight), `register_write resync_after ${flow} 0`]),
  }),
  name: `latency-control-flows, flow ${tight} dropped`,
});

/** Use case 2 likewise: a second flow by entries alone, the reflector in the place of the VNF's host. */
export const twoSwitches = (tight: number, program = "latency_control_uc2"): Deployment => ({
  ...deployment(
    "latency-control-uc2",
    program,
    {
      s10: [
        "table_add tb_int_source int_source 10.10.10.1&&&0xffffffff 10.10.10.2&&&0xffffffff 43001&&&0xffff 45001&&&0xffff => 8 0xa 0x4 2",
      ],
      s13: [
        "table_add table_store store 1 10.10.10.1 10.10.10.2 43001 45001 => 1",
        "table_add table_enforce enforce 2 10.10.10.2 10.10.10.3 45001 47001 => 1",
        ...[0, 1].flatMap((flow) => bounds(flow, flow === tight)),
      ],
    },
    (topology) => {
      delete topology.hosts.vnf;
      topology.switches.vnf = { program: "reflector", cli_input: "latency-control-flows/vnf-commands.txt" };
      topology.links = topology.links.map((link) => link.map((end) => (end === "vnf" ? "vnf-p1" : end)));
    },
  ),
  name: `latency-control-uc2 (${program}), flow ${tight} dropped`,
});
