import { assert } from "../../core/index.ts";
import type { Catalogue, DeviceFacts } from "../catalogue.ts";
import { functionFacts } from "../instance.ts";
import { type Problem, requiredTypes } from "../problem.ts";
import type { Change } from "../whatIf/change.ts";
import { changed, type Oracle } from "./oracle.ts";
import type { Relaxation } from "./relaxation.ts";

/** The most equal devices that are added at once (our choice). */
const MOST_ADDED = 3;
/**
 * So many places to link a device to are tried, or devices to swap: plain switches first, then one device of
 * each profile (our choice).
 */
const MOST_PLACES = 8;
/** Rate of a new device's link where its profile says none: a 10 GbE port (our choice). */
const DEFAULT_GBPS = 10;

type Candidate = { kind: "profile" | "add-device"; changes: Change[]; priceUsd: number; message: string };

/** The cheapest devices of one profile (up to three) that make the problem feasible when they are linked to it. */
export async function relaxByNewDevice(
  problem: Problem,
  oracle: Oracle,
  catalogue: Catalogue,
): Promise<Relaxation[]> {
  const places = placesOf(problem);
  const names = new Set([...problem.devices, ...problem.switches, ...(problem.hosts ?? [])].map((n) => n.id));
  const freshId = (profile: string, n: number): string => {
    for (let i = n; ; i++) if (!names.has(`${profile}-new${i}`)) return `${profile}-new${i}`;
  };
  const candidates = useful(problem, catalogue).flatMap(({ profile, costUsd, gbps }) =>
    Array.from({ length: MOST_ADDED }, (_, i) => i + 1).flatMap((count) =>
      places.map((to): Candidate => {
        const links = to === null ? [] : [{ to, gbps: gbps ?? DEFAULT_GBPS }];
        const ids = new Set<string>();
        for (let n = 1; ids.size < count; n++) ids.add(freshId(profile, n));
        const where = to === null ? "" : ` linked to ${to} at ${gbps ?? DEFAULT_GBPS} Gbps`;
        return {
          kind: "add-device",
          changes: [...ids].map((id) => ({ kind: "add-device", id, profile, links })),
          priceUsd: count * costUsd,
          message: `${count === 1 ? "one more device" : `${count} more devices`} of profile ${profile}${where}, ${count * costUsd} $`,
        };
      }),
    ),
  );
  return cheapest(problem, oracle, catalogue, candidates);
}

/** The cheapest profile that makes the problem feasible when one device gets it. */
export async function relaxByProfile(
  problem: Problem,
  oracle: Oracle,
  catalogue: Catalogue,
): Promise<Relaxation[]> {
  const byProfile = [...new Map(problem.devices.map((d) => [d.profile, d])).values()];
  const devices = problem.devices.length <= MOST_PLACES ? problem.devices : byProfile;
  const candidates = useful(problem, catalogue).flatMap(({ profile, costUsd }) =>
    devices.flatMap((device): Candidate[] => {
      if (device.profile === profile) return [];
      const message = `device ${device.id}: profile ${profile} instead of ${device.profile}, ${costUsd} $`;
      const change: Change = { kind: "profile", device: device.id, profile };
      return [{ kind: "profile", changes: [change], priceUsd: costUsd, message }];
    }),
  );
  return cheapest(problem, oracle, catalogue, candidates);
}

async function cheapest(
  problem: Problem,
  oracle: Oracle,
  catalogue: Catalogue,
  candidates: readonly Candidate[],
): Promise<Relaxation[]> {
  let proven = true;
  for (const { kind, changes, priceUsd, message } of [...candidates].sort(
    (a, b) => a.priceUsd - b.priceUsd,
  )) {
    if (oracle.late()) return [];
    const verdict = await oracle.ask(changed(problem, changes, catalogue));
    if (verdict.placement !== null)
      return [{ kind, message, changes, amount: priceUsd, unit: "USD", proven }];
    proven &&= verdict.proof;
  }
  return [];
}

/** Profiles of the catalogue that can run a function of a chain, or forward, cheapest first. */
function useful(problem: Problem, catalogue: Catalogue): DeviceFacts[] {
  const types = new Set([
    ...problem.chains.flatMap((c) => c.functions),
    ...requiredTypes(problem, catalogue.functions, "place"),
  ]);
  const functions = [
    ...new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f])).values(),
  ]
    .filter((f) => types.has(f.type))
    .map(functionFacts);
  return [...new Set(catalogue.profiles.map((p) => p.id))].flatMap((id) => {
    const facts = catalogue.device(id);
    return facts !== null && functions.some((f) => f.runsOn(facts)) ? [facts] : [];
  });
}

/** Nodes that a new device may be linked to; null stands for none, in a problem without links. */
function placesOf({ devices, switches, links }: Problem): (string | null)[] {
  if (links.length === 0) return [null];
  const linked = new Set(links.flatMap((l) => [l.a, l.b]));
  const all = [...switches.map((s) => s.id), ...devices.map((d) => d.id)].filter((id) => linked.has(id));
  if (all.length <= MOST_PLACES) return all;
  const kinds = new Map(devices.filter((d) => linked.has(d.id)).map((d) => [d.profile, d.id]));
  const few = [
    ...switches
      .map((s) => s.id)
      .filter((id) => linked.has(id))
      .slice(0, MOST_PLACES / 2),
    ...kinds.values(),
  ];
  assert(few.length > 0, "a link has ends");
  return few.slice(0, MOST_PLACES);
}
