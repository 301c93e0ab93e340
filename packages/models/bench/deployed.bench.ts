import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { libraryFiles } from "../library/index.ts";
import { hexOf } from "../src/run/index.ts";
import { critical } from "../test/switch/deployed.ts";
import { udpFrame } from "../test/switch/packets.ts";
import { compiled } from "./bmv2/compiled.ts";
import { type Deployment, oneSwitch, twoSwitches, userPlane } from "./deployed/deployments.ts";
import { inBmv2 } from "./deployed/inBmv2.ts";
import { type Frame, inOurs, type Packet } from "./deployed/inOurs.ts";

const SEEDS = [7, 8];
/** Our choice: packets of each flow of latency control. */
const PACKETS = 20;

type Row = {
  deployment: string;
  packets: number;
  "frames at hosts": number;
  equal: number;
  differ: number;
  "wrong by scapy": number | string;
};

/**
 * Deployments of the library on real BMv2 switches over veth, packet by packet beside our network: the user plane with
 * GTP-U packets that scapy makes and reads, and latency control of two flows with the reflector.
 * `P4TWIN_BMV2=simple_switch P4TWIN_P4C=p4c-bm2-ss P4TWIN_SCAPY_PYTHON=python npm run bench deployed`; Linux, as root.
 */
export default async function deployed(): Promise<{ name: string; rows: Row[] }> {
  const name = "deployments of the library on BMv2 and here";
  const { P4TWIN_BMV2: simpleSwitch, P4TWIN_P4C: p4c, P4TWIN_SCAPY_PYTHON: python } = process.env;
  if (!simpleSwitch || !existsSync(simpleSwitch) || !p4c) {
    console.log("P4TWIN_BMV2 and P4TWIN_P4C do not name a simple_switch and a p4c-bm2-ss: nothing is run");
    return { name, rows: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "p4twin-deployed-"));
  const made = new Map<string, string>();
  const jsonOf = (program: string): string => {
    const file = join(import.meta.dirname, "../library/programs", `${program}.p4`);
    const text = libraryFiles[`programs/${program}.p4`]!;
    const json = made.get(program) ?? compiled({ name: program, file, text }, p4c, folder);
    if (json === null) throw new Error(`p4c refuses ${program}`);
    made.set(program, json);
    return json;
  };
  const rows: Row[] = [];
  const run = async (deployment: Deployment, packets: Packet[], isGtp: boolean): Promise<void> => {
    const mine = inOurs(deployment, packets);
    const theirs = await inBmv2(deployment, packets, mine, { simpleSwitch, jsonOf });
    const wrong = isGtp && python ? readByScapy(python, packets, theirs) : null;
    let equal = 0;
    for (const [index, packet] of packets.entries()) {
      const [ours, real] = [mine, theirs].map((all) => shown(deployment, all[index]!).join("\n"));
      if (ours === real) equal++;
      else console.log(`${deployment.name}: packet ${index}, ${packet.kind}\n  BMv2 ${real}\n  ours ${ours}`);
    }
    for (const line of wrong ?? []) console.log(`${deployment.name}: ${line}`);
    rows.push({
      deployment: deployment.name,
      packets: packets.length,
      "frames at hosts": theirs.flat().length,
      equal,
      differ: packets.length - equal,
      "wrong by scapy": wrong?.length ?? "-",
    });
  };
  if (python) for (const seed of SEEDS) await run(userPlane(), madeByScapy(python, seed), true);
  else console.log("P4TWIN_SCAPY_PYTHON does not name a Python with scapy: no GTP-U traffic");
  const both = Array.from({ length: PACKETS }, (_, i) => [criticalOf(0, i), criticalOf(1, i)]).flat();
  for (const tight of [0, 1]) {
    await run(oneSwitch(tight), both, false);
    await run(twoSwitches(tight), both, false);
  }
  await run(twoSwitches(1, "latency_control_uc2_refined"), both, false);
  rmSync(folder, { recursive: true });
  return { name, rows };
}

/** A packet of a critical flow: flow 1 has the ports one above. */
const criticalOf = (flow: number, identification: number): Packet => ({
  kind: `flow ${flow}`,
  from: "h1",
  hex: hexOf(
    udpFrame({
      ...critical,
      srcPort: critical.srcPort + flow,
      dstPort: critical.dstPort + flow,
      identification: 2 * identification + flow,
    }),
  ),
});

const GTP = join(import.meta.dirname, "deployed/gtp.py");

function scapy<T>(python: string, given: string[], input: string): T {
  const ran = spawnSync(python, [GTP, ...given], { input, encoding: "utf8", maxBuffer: 1e9 });
  if (ran.status !== 0) throw new Error(`scapy: ${ran.stderr}`);
  return JSON.parse(ran.stdout) as T;
}

const madeByScapy = (python: string, seed: number): Packet[] => scapy(python, ["make", String(seed)], "");

const readByScapy = (python: string, packets: readonly Packet[], frames: readonly Frame[][]): string[] => {
  const input = packets.map((packet, index) => ({ ...packet, received: frames[index] }));
  return scapy<{ wrong: string[] }>(python, ["read"], JSON.stringify(input)).wrong;
};

/** Frames of a packet by host; those that carry times by their length alone. */
const shown = ({ timed }: Deployment, frames: readonly Frame[]): string[] =>
  frames.map(([host, hex]) => `${host} ${timed.includes(host) ? `${hex.length / 2} bytes` : hex}`).sort();
