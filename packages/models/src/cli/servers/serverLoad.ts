import { drivers, libraryNic } from "../../server/index.ts";
import {
  type ChainThroughput,
  chainThroughput,
  coresForLoad,
  type Synthesis,
} from "../../synthesis/index.ts";
import { positiveInteger, positiveNumber } from "../arguments.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { formatTable } from "../table.ts";
import { measuredCycles } from "./measuredCycles.ts";
import { namedServer } from "./namedServer.ts";

/** Options of `synthesise --server`: the server, and the load of one's own. */
export const serverLoadOptions = {
  server: { type: "string" },
  driver: { type: "string" },
  nic: { type: "string" },
  frame: { type: "string" },
  gbps: { type: "string" },
  shares: { type: "string" },
  measured: { type: "string" },
  ghz: { type: "string" },
} as const;

export type ServerLoadValues = { [K in keyof typeof serverLoadOptions]?: string | undefined };

const DEFAULT_FRAME_BYTES = 60;

/** Throughput against cores, and the cores for a load; null without `--server`. */
export async function serverLoad(
  io: Io,
  synthesis: Synthesis,
  values: ServerLoadValues,
): Promise<(ChainThroughput & { load: Load | null }) | null> {
  if (values.server === undefined) {
    const [odd] = Object.keys(serverLoadOptions).filter(
      (o) => values[o as keyof ServerLoadValues] !== undefined,
    );
    if (odd !== undefined) throw new UsageError(`--${odd} needs --server`);
    return null;
  }
  const profile = await namedServer(io, values.server);
  const driver = drivers.find((d) => d === (values.driver ?? "dpdk"));
  const stated = profile.drivers.map((d) => d.id);
  if (driver === undefined || !stated.includes(driver))
    throw new UsageError(`--driver takes ${stated.join(", ")}, not "${values.driver ?? "dpdk"}"`);
  const nicId = values.nic ?? profile.nics[0];
  const nic = nicId === undefined || nicId === "none" ? null : libraryNic(nicId);
  if (nic === null && nicId !== undefined && nicId !== "none")
    throw new UsageError(`--nic takes ${[...profile.nics, "none"].join(", ")}, not "${nicId}"`);
  const frameBytes = positiveInteger("frame", values.frame) ?? DEFAULT_FRAME_BYTES;
  const gbps = positiveNumber("gbps", values.gbps);
  const shares = values.shares === undefined ? undefined : sharesOf(values.shares, synthesis);
  const measured = await measuredCycles(io, values, synthesis);
  const throughput = chainThroughput(synthesis, { profile, driver, frameBytes, nic, shares, measured });
  return { ...throughput, load: gbps === null ? null : { gbps, cores: coresForLoad(throughput, gbps) } };
}

type Load = { gbps: number; cores: ReturnType<typeof coresForLoad> };

/** `1=0.7,2=0.3`: packets of each class. */
function sharesOf(text: string, { classes }: Synthesis): Map<number, number> {
  const shares = new Map<number, number>();
  for (const part of text.split(",")) {
    const [id, share] = part.split("=").map(Number);
    const isKnown = id !== undefined && classes[id] !== undefined;
    if (!isKnown || share === undefined || !(share >= 0))
      throw new UsageError(
        `--shares takes class=share pairs of classes 0 to ${classes.length - 1}, not "${part}"`,
      );
    shares.set(id, share);
  }
  if (![...shares.values()].some((s) => s > 0)) throw new UsageError("--shares needs a share above 0");
  return shares;
}

/** The table of `synthesise --server`. */
export function showServerLoad(found: ChainThroughput & { load: Load | null }): string {
  const gbps = (value: number): string => value.toFixed(2);
  const between = (p: { lowGbps: number; gbps: number }): string =>
    gbps(p.lowGbps) === gbps(p.gbps) ? gbps(p.gbps) : `${gbps(p.lowGbps)} to ${gbps(p.gbps)}`;
  const rows = found.original.map((p, i) => {
    const after = found.synthesised[i]!;
    return [String(p.cores), between(p), p.boundBy, between(after), after.boundBy];
  });
  const columns = [
    { title: "cores", align: "right" },
    { title: "chain, Gbps", align: "right" },
    { title: "bound by" },
    { title: "one function, Gbps", align: "right" },
    { title: "bound by" },
  ] as const;
  const port =
    found.portGbps === null
      ? "what the NIC lets through is not stated"
      : `the NIC lets ${gbps(found.portGbps)} Gbps through`;
  const mix = found.basis === "dearest" ? "every packet as the dearest class" : "classes by their shares";
  const head = `${found.server}, ${found.driver}, frames of ${found.frameBytes} B: ${port}; ${mix}\n`;
  const missing =
    found.uncounted.length > 0 ? `not counted, no published cost: ${found.uncounted.join(", ")}\n` : "";
  const least = (cores: number | null): string => (cores === null ? "more than it has" : String(cores));
  const load =
    found.load === null
      ? ""
      : `${found.load.gbps} Gbps: ${least(found.load.cores.original)} cores for the chain, ${least(found.load.cores.synthesised)} for one function\n`;
  const source =
    "from: packets alone in their batch, to: full batches (cycles of Katsikas' Table 7.1 and Figs. 4.4, 7.12); the cores for a load are those of full batches\n";
  return `${head}${formatTable(columns, rows)}${load}${source}${missing}`;
}
