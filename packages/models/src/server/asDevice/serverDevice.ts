import { err, NS_PER_US, ok, type Result, US_PER_S } from "../../core/index.ts";
import { linkGbps, meanWait } from "../../queueing/index.ts";
import { coresOf, type Driver, type ServerProfile } from "../data/serverProfile.ts";
import { cyclesToNs, OVERHEAD_WITHOUT_CRC_BYTES, sharedCoresMpps, transferNs } from "../wire/rates.ts";
import type { PortBound } from "./portBound.ts";

/** A function in software: cycles of one packet, input and output of the chain not counted. */
export type ServerFunction = { type: string; cyclesPerPacket: number };

/** Cores of a server that run chains to completion, as placement and twin see it: plain data. */
export type ServerDevice = {
  id: string;
  profile: string;
  cores: number;
  ghz: number;
  driver: Driver;
  batchPackets: number;
  /** latency of input and output of a packet */
  ioUs: number;
  /** added by the transfers of a packet between cores */
  transferLowUs: number;
  transferHighUs: number;
};

export type ServerDeviceOptions = {
  id: string;
  /** cores for chains; the rest serve others */
  cores: number;
  driver: Driver;
  /** transfers of a packet between cores (`transfersPerPacket`); 0 when hardware chooses the core */
  transfers: number;
};

/** A server profile with so many cores as a device; an error says what the profile lacks. */
export function serverDevice(
  profile: ServerProfile,
  { id, cores, driver, transfers }: ServerDeviceOptions,
): Result<ServerDevice, string> {
  const all = coresOf(profile);
  if (!Number.isInteger(cores) || cores < 1 || cores > all)
    return err(`${profile.title} has ${all} cores; take 1 to ${all}, not ${cores}`);
  const cost = profile.drivers.find((d) => d.id === driver);
  if (cost === undefined)
    return err(
      `${profile.id} states nothing about the driver ${driver}; it knows ${profile.drivers.map((d) => d.id).join(", ")}`,
    );
  const added = transferNs(transfers, profile.transferNs);
  return ok({
    id,
    profile: profile.id,
    cores,
    ghz: profile.cpu.ghz.value,
    driver,
    batchPackets: cost.batchPackets.value,
    ioUs: cost.ioUs.value,
    transferLowUs: added.lowNs / NS_PER_US,
    transferHighUs: added.highNs / NS_PER_US,
  });
}

/**
 * Latency of one function on an idle core, us: alone in its batch at the low end, with a full one at the high
 * end, half of it on average.
 */
export function functionUs(
  { ghz, batchPackets }: ServerDevice,
  { cyclesPerPacket }: ServerFunction,
): { meanUs: number; lowUs: number; highUs: number } {
  const alone = cyclesToNs(cyclesPerPacket, ghz) / NS_PER_US;
  return { lowUs: alone, meanUs: (alone * (batchPackets + 1)) / 2, highUs: alone * batchPackets };
}

/** What a chain of functions gets through a server, and whether cores or port bound it. */
export type ServerCapacity = { pps: number; gbps: number; boundBy: "cores" | "port"; portKnown: boolean };

const totalCycles = (functions: readonly ServerFunction[]): number =>
  functions.reduce((sum, f) => sum + f.cyclesPerPacket, 0);

/**
 * Capacity for functions that share the cores: cores x frequency / sum of cycles (1/T = sum of cycles,
 * [katsikas-readings] no. 21), at most what the port lets through. `frameBytes` without checksum; Gbps on the
 * link. A port of which nothing is known bounds nothing, and says so.
 */
export function serverCapacity(
  device: ServerDevice,
  functions: readonly ServerFunction[],
  frameBytes: number,
  port: PortBound | null,
): ServerCapacity {
  const mpps = sharedCoresMpps(
    device.ghz,
    device.cores,
    functions.map((f) => f.cyclesPerPacket),
  );
  const bound = port !== null && port.mpps < mpps;
  const got = bound ? port.mpps : mpps;
  return {
    pps: got * 1e6,
    gbps: linkGbps(got, frameBytes, OVERHEAD_WITHOUT_CRC_BYTES),
    boundBy: bound ? "port" : "cores",
    portKnown: port !== null,
  };
}

/** The server's share of a chain's latency, or why there is none. */
export type ServerTerm =
  | {
      stable: true;
      meanUs: number;
      lowUs: number;
      highUs: number;
      utilisation: number;
      terms: { what: string; us: number }[];
    }
  | { stable: false; utilisation: number; reason: string };

/**
 * Latency that a server adds at `offeredPps`, us (our composition of stated parts): input and output of its
 * driver, the cycles of the functions, transfers between cores, and the wait of M/G/1 on a core with the load
 * spread evenly. A packet leaves with its batch: alone in it at the low end, with all of it at the high end,
 * half of it on average. The spread of service times is not published: none at the low end (M/D/1), else as
 * large as the mean (M/M/1).
 */
export function serverTerm(
  device: ServerDevice,
  functions: readonly ServerFunction[],
  offeredPps: number,
): ServerTerm {
  const serviceUs = cyclesToNs(totalCycles(functions), device.ghz) / NS_PER_US;
  const perCore = offeredPps / device.cores;
  const wait = meanWait(perCore, serviceUs, serviceUs);
  const steady = meanWait(perCore, serviceUs, 0);
  if (!wait.stable || !steady.stable) {
    const most = Math.floor((device.cores * US_PER_S) / serviceUs);
    return {
      stable: false,
      utilisation: wait.utilisation,
      reason: `${device.cores} cores process ${most} packets/s, ${Math.round(offeredPps)} are offered; add cores or offload functions`,
    };
  }
  const batched = (packets: number): number => serviceUs * packets;
  const meanTransfer = (device.transferLowUs + device.transferHighUs) / 2;
  const terms = [
    { what: `input and output (${device.driver})`, us: device.ioUs },
    ...functions.map((f) => ({ what: f.type, us: functionUs(device, f).meanUs })),
    ...(meanTransfer > 0 ? [{ what: "transfers between cores", us: meanTransfer }] : []),
    { what: "wait for a core", us: wait.waitUs },
  ];
  return {
    stable: true,
    meanUs: terms.reduce((sum, t) => sum + t.us, 0),
    lowUs: device.ioUs + batched(1) + device.transferLowUs + steady.waitUs,
    highUs: device.ioUs + batched(device.batchPackets) + device.transferHighUs + wait.waitUs,
    utilisation: wait.utilisation,
    terms,
  };
}
