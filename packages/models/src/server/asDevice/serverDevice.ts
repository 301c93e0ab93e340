import { err, NS_PER_US, ok, type Result, US_PER_S } from "../../core/index.ts";
import { linkGbps, meanWait } from "../../queueing/index.ts";
import { coresOf, type Driver, type ServerProfile } from "../data/serverProfile.ts";
import { cyclesToNs, OVERHEAD_WITHOUT_CRC_BYTES, sharedCoresMpps, transferNs } from "../wire/rates.ts";
import { batchFill, cyclesInBatch, cyclesOfAll, type ServerFunction } from "./batchCycles.ts";
import type { PortBound } from "./portBound.ts";

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
  /** what they take of a core */
  ioCycles: number;
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
    ioCycles: cost.ioCycles.value,
    transferLowUs: added.lowNs / NS_PER_US,
    transferHighUs: added.highNs / NS_PER_US,
  });
}

/**
 * Latency of one function on an idle core, us: alone in its batch on average and at the low end, as packets come one
 * by one; with a full batch at the high end, as senders often send.
 */
export function functionUs(
  { ghz, batchPackets }: ServerDevice,
  { cyclesPerPacket, cyclesPerBatch = 0 }: ServerFunction,
): { meanUs: number; lowUs: number; highUs: number } {
  const us = (packets: number): number =>
    cyclesToNs(cyclesPerBatch + packets * cyclesPerPacket, ghz) / NS_PER_US;
  return { lowUs: us(1), meanUs: us(1), highUs: us(batchPackets) };
}

/** What a chain of functions gets through a server, and whether cores or port bound it. */
export type ServerCapacity = { pps: number; gbps: number; boundBy: "cores" | "port"; portKnown: boolean };

/** Cycles of one packet under full load: input and output, and the functions in full batches. */
export const fullLoadCycles = (
  { ioCycles, batchPackets }: Pick<ServerDevice, "ioCycles" | "batchPackets">,
  functions: readonly ServerFunction[],
): number => ioCycles + cyclesInBatch(cyclesOfAll(functions), batchPackets);

/**
 * Capacity for functions that share the cores: cores x frequency / sum of cycles (1/T = sum of cycles,
 * [katsikas-readings] no. 21) in full batches, with input and output, at most what the port lets through.
 * `frameBytes` without checksum; Gbps on the link. A port of which nothing is known bounds nothing, and says so.
 */
export function serverCapacity(
  device: ServerDevice,
  functions: readonly ServerFunction[],
  frameBytes: number,
  port: PortBound | null,
): ServerCapacity {
  const mpps = sharedCoresMpps(device.ghz, device.cores, [fullLoadCycles(device, functions)]);
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
 * Latency that a server adds at `offeredPps`, us (our composition of stated parts): input and output of its driver,
 * the functions for a packet alone, the rest of the batch that its core finds at this load, transfers between cores,
 * and the wait of M/G/1 on a core with the load spread evenly. Low end: alone; high end: a full batch. The spread of
 * service times is not published: none at the low end (M/D/1), else as large as the mean (M/M/1).
 */
export function serverTerm(
  device: ServerDevice,
  functions: readonly ServerFunction[],
  offeredPps: number,
): ServerTerm {
  const us = (cycles: number): number => cyclesToNs(cycles, device.ghz) / NS_PER_US;
  const serviceUs = us(fullLoadCycles(device, functions));
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
  const { cyclesPerPacket, cyclesPerBatch } = cyclesOfAll(functions);
  const perPacketUs = us(cyclesPerPacket);
  const fill = batchFill(
    perCore / US_PER_S,
    { perPacketUs: perPacketUs + us(device.ioCycles), perBatchUs: us(cyclesPerBatch) },
    device.batchPackets,
  );
  const meanTransfer = (device.transferLowUs + device.transferHighUs) / 2;
  const terms = [
    { what: `input and output (${device.driver})`, us: device.ioUs },
    ...functions.map((f) => ({ what: f.type, us: functionUs(device, f).meanUs })),
    ...(fill > 1 ? [{ what: "rest of the batch", us: (fill - 1) * perPacketUs }] : []),
    ...(meanTransfer > 0 ? [{ what: "transfers between cores", us: meanTransfer }] : []),
    { what: "wait for a core", us: wait.waitUs },
  ];
  const alone = us(cyclesPerPacket + cyclesPerBatch);
  return {
    stable: true,
    meanUs: terms.reduce((sum, t) => sum + t.us, 0),
    lowUs: device.ioUs + alone + device.transferLowUs + steady.waitUs,
    highUs:
      device.ioUs + alone + (device.batchPackets - 1) * perPacketUs + device.transferHighUs + wait.waitUs,
    utilisation: wait.utilisation,
    terms,
  };
}
