import { readFileSync } from "node:fs";
import { join } from "node:path";
import { libraryFiles } from "../../library/index.ts";
import { type CheckedProgram, checkP4 } from "../../src/p4/index.ts";
import { segmentBindingSchema } from "../../src/telemetry/index.ts";
import { DeployedSwitch } from "./deployedSwitch.ts";
import type { UdpPacket } from "./packets.ts";

/** A file of the library. */
export const library = (path: string): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "library", path), "utf8");
const known = new Map<string, CheckedProgram>();
/** A program of the library. */
export const checkedProgram = (name: string): CheckedProgram => {
  const found =
    known.get(name) ?? checkP4({ file: `${name}.p4`, text: libraryFiles[`programs/${name}.p4`]! });
  known.set(name, found);
  return found;
};
/** A switch with a program of the library and no entries. */
export const empty = (program: string): DeployedSwitch => new DeployedSwitch(checkedProgram(program));
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
