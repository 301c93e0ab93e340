import type { NetworkFunction } from "../chain/index.ts";
import { type DeviceCores, type DeviceProfile, libraryDevice } from "../device/index.ts";
import {
  functionUs,
  libraryNic,
  libraryServer,
  nicBound,
  OVERHEAD_WITHOUT_CRC_BYTES,
  portBound,
  type ServerDevice,
  serverDevice,
} from "../server/index.ts";
import type { DeviceFacts } from "./catalogue.ts";

/**
 * The cores of a device profile as room `server` computes with them; null when the library has no such
 * server, driver or so many cores.
 */
export function coresOfProfile(
  id: string,
  { server, cores, driver, transfers }: DeviceCores,
): ServerDevice | null {
  const profile = libraryServer(server);
  const made = profile && serverDevice(profile, { id, cores, driver, transfers });
  return made?.ok ? made.value : null;
}

/**
 * A server as engines see it (SV1-SV4): the driver's input and output and half of the transfers as base,
 * functions by their cycles, the port by its NIC and the (switch, NIC) pair in front. Null where power or
 * price is not stated, or the server is not known.
 */
export function serverFacts(
  profile: DeviceProfile,
  cores: DeviceCores,
  packetBytes: number,
): DeviceFacts | null {
  const { powerWatts, costUsd, gbpsPerLink } = profile.capacity;
  const device = coresOfProfile(profile.id, cores);
  if (device === null || powerWatts === null || costUsd === null) return null;
  const nic = cores.nic === null ? null : libraryNic(cores.nic);
  const pair = cores.inFront === null ? null : libraryDevice(cores.inFront);
  const port = portBound(
    packetBytes,
    nic && nicBound(nic, packetBytes, null),
    pair?.throughput ? { title: pair.title, throughput: pair.throughput } : null,
  );
  const rates = [port?.gbps, gbpsPerLink?.value].filter((rate) => rate !== undefined);
  const software = ({ type, cyclesPerPacket, cyclesPerBatch }: NetworkFunction) =>
    cyclesPerPacket === undefined ? null : { type, cyclesPerPacket, cyclesPerBatch };
  const transfersUs = device.transferHighUs - device.transferLowUs;
  return {
    profile: profile.id,
    architectures: profile.architectures,
    baseUs: device.ioUs + (device.transferLowUs + device.transferHighUs) / 2,
    gbps: rates.length > 0 ? Math.min(...rates) : null,
    powerWatts: powerWatts.value,
    costUsd: costUsd.value,
    maxConstructs: null,
    maxRules: null,
    externs: new Map(),
    functionUs: (f) => {
      const fn = software(f);
      return fn && functionUs(device, fn).meanUs;
    },
    software: {
      gigacycles: device.ghz * device.cores,
      cores: device.cores,
      batchPackets: device.batchPackets,
      ioCycles: device.ioCycles,
      overheadBytes: OVERHEAD_WITHOUT_CRC_BYTES,
    },
    functionMoreUs: (f) => {
      const fn = software(f);
      if (fn === null) return 0;
      const { meanUs, highUs } = functionUs(device, fn);
      return highUs - meanUs;
    },
    // the spread of service times on a core is not published
    spreadUs: null,
    fitErrorUs: transfersUs / 2,
    runSpreadUs: 0,
    biasUs: () => 0,
  };
}
