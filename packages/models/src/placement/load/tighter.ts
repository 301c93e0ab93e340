import type { DeviceProfile, Source } from "../../device/index.ts";
import { type Catalogue, createCatalogue } from "../catalogue.ts";
import { functionFacts, sumOf } from "../instance.ts";
import type { Problem } from "../problem.ts";
import type { Placement } from "../result.ts";
import type { UnderLoad } from "./withLoad.ts";

/**
 * What an engine is asked: the problem without load, and rates of devices, tightened by what earlier answers
 * broke under load.
 */
export type Round = { problem: Problem; catalogue: Catalogue };

/** An overloaded device is asked to run at this utilisation the next time (our choice). */
const TARGET_UTILISATION = 0.9;
/** A delay that is too long has to become shorter by more than the tolerance. */
const STEP_US = 1e-3;

/**
 * The next question after an answer (`base`, under load `placement`) that breaks something. Devices that are
 * overloaded get less load. For chains over their budget either the devices on their way get as much less
 * load as their waits are too long (`rates`), or the chains get budgets shorter by what they waited
 * (`budgets`).
 */
export function tighter(
  problem: Problem,
  round: Round,
  { base, placement, broken }: UnderLoad & { base: Placement },
  way: "rates" | "budgets",
): Round {
  const slow = new Set(broken.filter((b) => b.constraint === "5.31").flatMap((b) => b.ids));
  const delays = new Map(base.chains.map((c) => [c.id, c.delayUs]));
  const budgets = new Map(problem.chains.map((c) => [c.id, c.maxDelayUs]));
  // how much of its load each device may keep
  const shares = new Map<string, number>();
  const keep = (device: string, share: number): void => {
    shares.set(device, Math.min(shares.get(device) ?? 1, share));
  };
  const stations = new Map((placement.load?.stations ?? []).map((s) => [s.device, s]));
  for (const { device, utilisation, waitUs } of stations.values())
    if (waitUs === null) keep(device, TARGET_UTILISATION / utilisation);
  for (const { id, delayUs, terms } of placement.chains) {
    const budgetUs = budgets.get(id) ?? null;
    if (way !== "rates" || budgetUs === null || !slow.has(id)) continue;
    const spareUs = budgetUs - delays.get(id)!;
    const overUs = delayUs - delays.get(id)!;
    for (const { kind, device, us } of terms) {
      const rho = stations.get(device)?.utilisation;
      if (kind !== "wait" || rho === undefined || rho >= 1) continue;
      // a wait grows as rho / (1 - rho): the utilisation at which it is short enough
      const allowedUs = Math.max(0, (us * spareUs) / overUs);
      const target = allowedUs / (allowedUs + (us * (1 - rho)) / rho);
      keep(device, target / rho);
    }
  }
  const chains = round.problem.chains.map((c) => {
    const budgetUs = budgets.get(c.id) ?? null;
    if (way !== "budgets" || budgetUs === null || !slow.has(c.id)) return c;
    const delayUs = delays.get(c.id)!;
    const waitedUs = placement.chains.find((p) => p.id === c.id)!.delayUs - delayUs;
    return { ...c, maxDelayUs: Math.max(STEP_US, Math.min(budgetUs - waitedUs, delayUs - STEP_US)) };
  });
  return { problem: { ...round.problem, chains }, catalogue: limited(round, base, shares) };
}

/** The catalogue with the rates of profiles lowered to these shares of what their devices carry in an answer. */
function limited(
  { problem, catalogue }: Round,
  base: Placement,
  shares: ReadonlyMap<string, number>,
): Catalogue {
  if (shares.size === 0) return catalogue;
  const profileOf = new Map(problem.devices.map((d) => [d.id, d.profile]));
  const functions = new Map(
    [...catalogue.functions, ...problem.functions].map((f) => [f.type, functionFacts(f)]),
  );
  const chainOf = new Map(problem.chains.map((c) => [c.id, c]));
  const carried = (
    device: string,
    uses: (types: readonly string[], hosts: readonly string[]) => number,
  ): number =>
    sumOf(base.chains, ({ id, hosts }) => {
      const { functions: types, gbps } = chainOf.get(id)!;
      return gbps * uses(types, hosts.includes(device) ? hosts : []);
    });
  const lower = (profile: DeviceProfile): DeviceProfile => {
    const own = [...shares].filter(([device]) => profileOf.get(device) === profile.id);
    if (own.length === 0) return profile;
    const limit = (rate: DeviceProfile["capacity"]["gbpsPerLink"], loadOf: (device: string) => number) => {
      if (rate === null) return null;
      const values = own.flatMap(([device, share]) => {
        const load = loadOf(device);
        return load > 0 ? [load * share] : [];
      });
      return { ...rate, value: Math.max(LEAST_GBPS, Math.min(rate.value, ...values)) };
    };
    const port = (device: string): number =>
      Math.max(
        carried(device, (_, hosts) => Number(hosts[0] === device)),
        carried(device, (_, hosts) => Number(hosts.at(-1) === device)),
      );
    const extern =
      (name: string) =>
      (device: string): number =>
        carried(
          device,
          (types, hosts) =>
            types.filter(
              (t, k) => hosts[k] === device && functions.get(t)!.externs.includes(name.toLowerCase()),
            ).length,
        );
    return {
      ...profile,
      capacity: { ...profile.capacity, gbpsPerLink: limit(rateOf(profile), port) },
      externs: profile.externs.map((e) => ({
        ...e,
        throughputGbps: limit(e.throughputGbps, extern(e.name)),
      })),
    };
  };
  return createCatalogue(catalogue.profiles.map(lower), catalogue.functions);
}

/** The rate of a port; that of a server comes from elsewhere, and here it can be lowered below that. */
const rateOf = ({ capacity, cores }: DeviceProfile): DeviceProfile["capacity"]["gbpsPerLink"] =>
  capacity.gbpsPerLink ?? (cores === undefined ? null : { value: Number.MAX_VALUE, source: NO_BOUND });
const NO_BOUND: Source = { work: "P4Twin", place: "delays under load", kind: "ourChoice" };

/** A rate that carries nothing, and still is one. */
const LEAST_GBPS = 1e-6;
