import { libraryFiles } from "../../library/index.ts";
import { Timeline } from "../../src/control/index.ts";
import { checkP4 } from "../../src/p4/index.ts";
import { createSwitch, hexOf, install, Network, readNetwork } from "../../src/run/index.ts";
import type { Deployment } from "./deployments.ts";

export type Packet = { kind: string; from: string; hex: string };
/** A frame at a host. */
export type Frame = [host: string, hex: string];

/** Our choice: what a switch takes, and the time between two packets. */
const BLOCKS_US = 40;
const PAUSE_US = 50_000;

/** What each packet becomes at the hosts in our network. */
export function inOurs(deployment: Deployment, packets: readonly Packet[]): Frame[][] {
  const { plan } = readNetwork(deployment.topology, "topology.json");
  if (!plan) throw new Error(`${deployment.name}: no topology`);
  const network = new Network(new Timeline());
  for (const { id } of plan.switches) {
    const program = deployment.programs[id]!;
    const checked = checkP4({ file: `${program}.p4`, text: libraryFiles[`programs/${program}.p4`]! });
    const made = createSwitch(checked, {
      timeline: network.timeline,
      processing: () => ({ ingressUs: () => BLOCKS_US, egressUs: () => 0 }),
    });
    if (!made.ok) throw new Error(`${program}: ${made.error.message}`);
    const problems = install(made.value, deployment.commands[id]!.join("\n"), id);
    if (problems.length > 0) throw new Error(`${id}: ${problems.map(({ message }) => message).join("; ")}`);
    network.addSwitch(id, made.value);
  }
  for (const { a, b, ...link } of plan.links) network.connect(a, b, link);
  const frames = packets.map((): Frame[] => []);
  network.onReceipt = ({ node, bytes, tag }) => frames[tag]!.push([node, hexOf(bytes)]);
  for (const [tag, { from, hex }] of packets.entries())
    network.send(from, Uint8Array.from(Buffer.from(hex, "hex")), (tag + 1) * PAUSE_US, tag);
  network.timeline.advance(Number.POSITIVE_INFINITY);
  return frames;
}
