import { createRandom } from "../../core/index.ts";
import { selectServer } from "../../server/index.ts";
import type { Broken, OffloadNetwork } from "./network.ts";
import type { OffloadOptions } from "./planOffload.ts";

/** The operator's server, or Algorithm 3's of two random ones; the reason where neither has the cores. */
export function chooseServer(
  { servers }: OffloadNetwork,
  { cores, seed = 1, server = null }: OffloadOptions,
  broken: Broken,
): { id: string; queries: number } | { reason: string } {
  const alive = servers.filter((s) => !broken.nodes.has(s.id));
  const free = (s: (typeof servers)[number]): number => s.freeCores ?? s.cores;
  if (server !== null) {
    const found = alive.find((s) => s.id === server);
    if (!found) return { reason: `there is no server ${server}` };
    if (free(found) < cores) return { reason: `${server} has ${free(found)} free cores, not ${cores}` };
    return { id: server, queries: 0 };
  }
  const candidates = alive.map((s) => ({ id: s.id, load: s.load, freeCores: free(s), nics: 1 }));
  const choice = selectServer(candidates, { cores, nics: 1 }, createRandom(seed));
  if (choice.server !== null) return { id: choice.server.id, queries: choice.queries };
  const most = Math.max(0, ...candidates.map((c) => c.freeCores));
  return { reason: `no server has ${cores} free cores: the most that one has is ${most}` };
}
