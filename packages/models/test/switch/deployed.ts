import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkP4 } from "../../src/p4/index.ts";
import { segmentBindingSchema } from "../../src/telemetry/index.ts";
import { DeployedSwitch } from "./deployedSwitch.ts";
import type { UdpPacket } from "./packets.ts";

/** A file of the library. */
export const library = (path: string): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "library", path), "utf8");
const checked = new Map(
  ["latency_control_uc1", "latency_control_uc2", "vqueue"].map((name) => [
    name,
    checkP4({ file: `${name}.p4`, text: library(`programs/${name}.p4`) }),
  ]),
);
/** A switch with a program of the library and no entries. */
export const empty = (program: string): DeployedSwitch => {
  const found = checked.get(program);
  if (!found) throw new Error(program);
  return new DeployedSwitch(found);
};
/** A switch with the entries that a deployment of the library gives it. */
export const deployed = (program: string, deployment: string, node: string): DeployedSwitch => {
  const made = empty(program);
  made.command(library(`deployments/${deployment}/${node}-commands.txt`));
  return made;
};
/** What to bind for a deployment. */
export const segment = (deployment: string) =>
  segmentBindingSchema.parse(JSON.parse(library(`deployments/${deployment}/segment.json`)));

/** The latency-critical packet of Paolucci et al. before the VNF. */
export const critical: UdpPacket = {
  srcMac: "00:04:aa:00:00:00",
  dstMac: "00:04:aa:00:00:01",
  src: "10.10.10.1",
  dst: "10.10.10.2",
  srcPort: 43000,
  dstPort: 45000,
  identification: 77,
};
/** The same packet behind a VNF that rewrites it. */
export const rewritten: UdpPacket = {
  ...critical,
  srcMac: "00:04:aa:00:00:01",
  dstMac: "00:04:aa:00:00:03",
  src: "10.10.10.2",
  dst: "10.10.10.3",
  srcPort: 45000,
  dstPort: 47000,
};
