import { startPostgres, startRig } from "./support/collectorRig.ts";
import { startSender } from "./support/sender.ts";

const SEGMENTS = 200;
const WATCHERS = 200;
const EXPORTERS = ["127.0.5.1", "127.0.5.2", "127.0.5.3", "127.0.5.4"];
const RATE = 40_000;
const ROUND_MS = 4_000;
const ROUNDS = 3;
/**
 * Fan-out happens in another thread: more than this for 200 watchers would mean that it does not (our choice;
 * the noise is below it).
 */
const MEASURABLE = 1.15;

/**
 * What watchers of different segments cost the collector: the processor time of its thread per report,
 * without any and with 200.
 */
export default async function bench() {
  const postgres = await startPostgres();
  const rig = await startRig({ segments: SEGMENTS, deployments: SEGMENTS }, postgres);
  const sender = await startSender({ port: rig.port, segments: SEGMENTS, exporters: EXPORTERS });
  const usPerReport = async (): Promise<number> => {
    // nothing is under way: the round before has settled
    const before = rig.state();
    await sender.round({ rates: EXPORTERS.map(() => RATE / EXPORTERS.length), ms: ROUND_MS });
    const after = await rig.settled();
    return (((after.cpuMs ?? 0) - (before.cpuMs ?? 0)) * 1_000) / (after.arrived - before.arrived);
  };
  try {
    await usPerReport();
    const runs = { without: [] as number[], with: [] as number[] };
    for (let i = 0; i < ROUNDS; i++) runs.without.push(await usPerReport());
    rig.watch(WATCHERS);
    for (let i = 0; i < ROUNDS; i++) runs.with.push(await usPerReport());
    // the least of a few: what the machine does besides only adds
    const [without, withThem] = [Math.min(...runs.without), Math.min(...runs.with)];
    await rig.stop();
    if (withThem / without > MEASURABLE)
      throw new Error(
        `${WATCHERS} watchers cost the collector ${(withThem / without).toFixed(2)} times the time`,
      );
    return {
      name: `live fan-out: what ${WATCHERS} watchers cost the collector at ${RATE} reports/s`,
      rows: [
        {
          "us/report, 0 watchers": without.toFixed(2),
          [`us/report, ${WATCHERS} watchers`]: withThem.toFixed(2),
          ratio: (withThem / without).toFixed(2),
        },
      ],
    };
  } finally {
    sender.stop();
    await postgres.stop();
  }
}
