import { join } from "node:path";
import { type Sender, startSender } from "./support/sender.ts";

/** As `bench loopback`: a quiet stream, a busy one, and what a collector has to take without loss. */
const RATES = (process.env.P4TWIN_RATES ?? "25000,150000,380000").split(",").map(Number);
const EXPORTERS = ["127.0.5.1", "127.0.5.2", "127.0.5.3", "127.0.5.4"];
const SIZE = { segments: 100, deployments: 10 };
const WATCHERS = 50;
const ROUND_MS = 4_000;
/** Rounds of each rate and checkout, the checkouts in turn; the median counts, this machine does other things, too. */
const ROUNDS = Number(process.env.P4TWIN_ROUNDS ?? 5);

type RigModule = typeof import("./support/collectorRig.ts");
type Round = { offered: number; loss: number; cpuS: number };

async function startCheckout(name: string, root: string) {
  const { startPostgres, startRig }: RigModule = await import(
    join(root, "apps/api/bench/support/collectorRig.ts")
  );
  const postgres = await startPostgres();
  // older rigs let what their database says at its end stop the bench
  postgres.pool.on("error", () => {});
  const rig = await startRig({ ...SIZE, source: "auto" }, postgres);
  rig.watch(WATCHERS);
  const sender = await startSender({ port: rig.port, segments: SIZE.segments, exporters: EXPORTERS });
  return { name, postgres, rig, sender, rounds: new Map<number, Round[]>(RATES.map((rate) => [rate, []])) };
}
type Checkout = Awaited<ReturnType<typeof startCheckout>>;

async function sendAt(
  rate: number,
  { rig, sender }: { rig: Checkout["rig"]; sender: Sender },
): Promise<Round> {
  const before = rig.state();
  const round = await sender.round({ rates: EXPORTERS.map(() => rate / EXPORTERS.length), ms: ROUND_MS });
  const after = await rig.settled();
  const sent = round.sent.reduce((a, b) => a + b, 0);
  const arrived = after.arrived - before.arrived;
  return {
    offered: (sent / round.ms) * 1_000,
    loss: (sent - arrived) / sent,
    cpuS: (((after.cpuMs ?? 0) - (before.cpuMs ?? 0)) / arrived) * 1_000,
  };
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number => sorted(values)[values.length >> 1] ?? Number.NaN;

/**
 * What a million reports cost through sockets, on the thread that receives: here, and in the checkout that
 * P4TWIN_OTHER_CHECKOUT names, in turn in one run. `P4TWIN_OTHER_CHECKOUT=/path npm run bench socketCost`;
 * P4TWIN_RATES and P4TWIN_ROUNDS choose others.
 */
export default async function bench() {
  const other = process.env.P4TWIN_OTHER_CHECKOUT;
  if (!other) console.log("P4TWIN_OTHER_CHECKOUT does not name a checkout: this code alone is measured");
  const checkouts = [await startCheckout("this", join(import.meta.dirname, "../../.."))];
  if (other) checkouts.push(await startCheckout("other", other));
  for (const checkout of checkouts) await sendAt(150_000, checkout); // compiled code before anything counts
  for (let i = 0; i < ROUNDS; i++)
    for (const rate of RATES)
      for (const checkout of i % 2 === 0 ? checkouts : checkouts.toReversed())
        checkout.rounds.get(rate)?.push(await sendAt(rate, checkout));
  for (const { sender, rig, postgres } of checkouts) {
    sender.stop();
    await rig.stop();
    await postgres.stop();
  }
  const rows = RATES.flatMap((rate) =>
    checkouts.map(({ name, rounds }) => {
      const all = rounds.get(rate) ?? [];
      const costs = all.map(({ cpuS }) => cpuS);
      return {
        "reports/s": rate,
        checkout: name,
        "offered /s": Math.round(median(all.map(({ offered }) => offered)) / 1_000) * 1_000,
        "loss, best": Math.min(...all.map(({ loss }) => loss)).toFixed(5),
        "loss, median": median(all.map(({ loss }) => loss)).toFixed(5),
        "CPU s / 10^6": median(costs).toFixed(2),
        lowest: Math.min(...costs).toFixed(2),
        highest: Math.max(...costs).toFixed(2),
      };
    }),
  );
  return { name: `sockets: CPU time of the receiving thread, ${ROUNDS} rounds of each`, rows };
}
