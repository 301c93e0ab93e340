import {
  type Driver,
  libraryServer,
  libraryServerIds,
  type ServerFunction,
  serverDevice,
  serverTerm,
} from "../../server/index.ts";
import { around, type DelayPrediction, unknownPrediction } from "./prediction.ts";

/** The server that runs a VNF: `offeredPps` null when nobody tells the load. */
export type ServerShare = {
  label: string;
  /** profile in library/servers */
  profile: string;
  cores: number;
  driver: Driver;
  /** transfers of a packet between cores */
  transfers: number;
  functions: readonly ServerFunction[];
  offeredPps: number | null;
};

/** Stands for no load: so few packets that none waits. */
const IDLE_PPS = 1e-6;

/**
 * What a server adds to the share of a VNF: input and output, the functions by their cycles, transfers, and
 * the wait for a core at the load that is known (room `server`, `serverTerm`). Too much load, an unknown
 * server or driver: no prediction, with the reason.
 */
export function predictServer({
  label,
  profile: id,
  cores,
  driver,
  transfers,
  functions,
  offeredPps,
}: ServerShare): DelayPrediction {
  const profile = libraryServer(id);
  if (profile === null)
    return unknownPrediction(
      `${label}: no server ${id} in the library; it has ${libraryServerIds().join(", ")}`,
    );
  const device = serverDevice(profile, { id: label, cores, driver, transfers });
  if (!device.ok) return unknownPrediction(`${label}: ${device.error}`);
  const term = serverTerm(device.value, functions, offeredPps ?? IDLE_PPS);
  if (!term.stable) return unknownPrediction(`${label}: ${term.reason}`);
  return {
    ...around(
      term.meanUs,
      [
        {
          source: `batches of ${label}`,
          belowUs: term.meanUs - term.lowUs,
          aboveUs: term.highUs - term.meanUs,
        },
      ],
      null,
    ),
    terms: term.terms.flatMap(({ what, us }) =>
      us < SHOWN_US ? [] : [{ label: what, us, kind: "vnf" as const, lowUs: null, highUs: null }],
    ),
    notes: offeredPps === null ? [`${label}: no load is known, so nothing waits for a core`] : [],
  };
}

/** Terms below a picosecond are not there. */
const SHOWN_US = 1e-6;
