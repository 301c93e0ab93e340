import type { DeviceUse, Ledger } from "../ledger.ts";
import type { LoadReport } from "../result.ts";
import { type DeviceEvaluation, type LinkEvaluation, shareOf } from "./evaluation.ts";
import type { LaidChain } from "./state.ts";
import type { UsedPart } from "./usedPart.ts";

/** Devices in use with what the ledger holds of them, their functions and their queues. */
export function devicesOf(
  { instance }: UsedPart,
  ledger: Ledger,
  sound: readonly LaidChain[],
  stations: LoadReport["stations"],
): DeviceEvaluation[] {
  const queues = new Map(stations.map(({ device, ...queue }) => [device, queue]));
  const types = new Map(instance.problem.chains.map((c) => [c.id, c.functions]));
  const functionsOn = new Map<string, DeviceEvaluation["functions"]>();
  for (const { id: chain, hosts } of sound) {
    const way = instance.problem.ways?.[chain];
    hosts.forEach((host, k) => {
      const list = functionsOn.get(host) ?? [];
      const here = {
        chain: way?.chain ?? chain,
        position: way?.positions[k] ?? k,
        type: types.get(chain)![k]!,
      };
      // ways of a chain share functions
      if (way && list.some((f) => f.chain === here.chain && f.position === here.position)) return;
      functionsOn.set(host, [...list, here]);
    });
  }
  return instance.devices.flatMap(({ id, index, facts, isHost }): DeviceEvaluation[] => {
    if (isHost) return [];
    const use: DeviceUse = ledger.devices[index]!;
    if (!use.on) return [];
    const { profile, powerWatts, costUsd } = facts;
    const constructs = { used: use.constructs, limit: facts.maxConstructs };
    const rules = { used: use.rules, limit: facts.maxRules };
    const ingressGbps = { used: use.ingressGbps, limit: facts.gbps };
    const egressGbps = { used: use.egressGbps, limit: facts.gbps };
    const externs = [...use.externGbps].map(([name, used]) => ({
      name,
      gbps: { used, limit: facts.externs.get(name) ?? null },
    }));
    const { software } = facts;
    const gigacycles = software === null ? null : { used: use.gigacycles, limit: software.gigacycles };
    const all = [
      ...(gigacycles ? [gigacycles] : []),
      constructs,
      rules,
      ingressGbps,
      egressGbps,
      ...externs.map((e) => e.gbps),
    ];
    const shares = all.flatMap((u) => shareOf(u) ?? []);
    return [
      {
        id,
        profile,
        powerWatts,
        costUsd,
        functions: functionsOn.get(id) ?? [],
        forwards: use.forwards,
        constructs,
        rules,
        ingressGbps,
        egressGbps,
        externs,
        gigacycles,
        load: queues.get(id) ?? null,
        fullest: shares.length > 0 ? Math.max(...shares) : null,
      },
    ];
  });
}

/** Links in use with the load of both directions. */
export const linksOf = ({ instance }: UsedPart, ledger: Ledger): LinkEvaluation[] =>
  instance.problem.links.map(({ a, b, gbps }, link) => ({
    a,
    b,
    gbps,
    thereGbps: ledger.arcGbps[2 * link]!,
    backGbps: ledger.arcGbps[2 * link + 1]!,
  }));
