import type { Random } from "../../src/core/index.ts";

/** An output port; all links have one rate. `layer`: ports of one layer are fed by earlier layers only. */
type Port = { layer: number };
/** `path`: indices of ports, from the host's own to the last switch's. */
type Flow = { path: number[]; pps: number };
export type Network = { ports: Port[]; flows: Flow[] };

/**
 * A fat tree of `k`-port switches (Al-Fares et al. 2008) with a flow between each two hosts, each on one of its
 * shortest paths by chance, rates uniform from 0.1 to 1 (our choice) of what loads the busiest port to `busiest`.
 * `servicePps`: packets of mean size a link carries.
 */
export function fatTree(k: number, busiest: number, servicePps: number, random: Random): Network {
  const half = k / 2;
  const hosts = k * half * half;
  const ports: Port[] = [];
  const known = new Map<string, number>();
  const portOf = (layer: number, ...place: number[]): number => {
    const key = [layer, ...place].join();
    const found = known.get(key) ?? ports.push({ layer }) - 1;
    known.set(key, found);
    return found;
  };
  const placeOf = (host: number) => ({
    pod: Math.floor(host / (half * half)),
    edge: Math.floor(host / half) % half,
  });
  const flows: Flow[] = [];
  for (let from = 0; from < hosts; from++)
    for (let to = 0; to < hosts; to++) {
      if (from === to) continue;
      const [a, b] = [placeOf(from), placeOf(to)];
      const up = random.integer(half);
      const core = random.integer(half);
      const last = portOf(5, to);
      const path = [portOf(0, from)];
      if (a.pod !== b.pod)
        path.push(
          portOf(1, a.pod, a.edge, up),
          portOf(2, a.pod, up, core),
          portOf(3, up, core, b.pod),
          portOf(4, b.pod, up, b.edge),
        );
      else if (a.edge !== b.edge) path.push(portOf(1, a.pod, a.edge, up), portOf(4, a.pod, up, b.edge));
      flows.push({ path: [...path, last], pps: 0.1 + 0.9 * random.next() });
    }
  const loads = portLoads({ ports, flows });
  const scale = (busiest * servicePps) / Math.max(...loads);
  for (const flow of flows) flow.pps *= scale;
  return { ports, flows };
}

/** Packets per second at each port. */
export function portLoads({ ports, flows }: Network): number[] {
  const loads = ports.map(() => 0);
  for (const { path, pps } of flows) for (const port of path) loads[port]! += pps;
  return loads;
}

/**
 * The queues packet by packet: Poisson flows, first come first served, endless queues, store and forward, a packet
 * keeps its size. Mean delay of each flow in us. Shares no code with the product: ports of a layer are fed by earlier
 * ones, so they are worked off one after another by Lindley's recursion.
 */
export function simulate(
  { ports, flows }: Network,
  { seconds, warmSeconds, serviceUs }: { seconds: number; warmSeconds: number; serviceUs: () => number },
  random: Random,
): number[] {
  const sent: { at: number; us: number; flow: number; from: number }[] = [];
  flows.forEach(({ pps }, flow) => {
    for (let at = random.exponential(1e6 / pps); at < seconds * 1e6; at += random.exponential(1e6 / pps))
      sent.push({ at, us: serviceUs(), flow, from: at });
  });
  const layers = Math.max(...ports.map(({ layer }) => layer));
  for (let layer = 0; layer <= layers; layer++) {
    const portAt = flows.map(({ path }) => path.find((port) => ports[port]!.layer === layer));
    const freeAt = new Float64Array(ports.length);
    sent.sort((a, b) => a.at - b.at);
    for (const packet of sent) {
      const port = portAt[packet.flow];
      if (port === undefined) continue;
      packet.at = Math.max(packet.at, freeAt[port]!) + packet.us;
      freeAt[port] = packet.at;
    }
  }
  const sums = flows.map(() => 0);
  const counts = flows.map(() => 0);
  for (const { at, flow, from } of sent) {
    if (from < warmSeconds * 1e6) continue;
    sums[flow]! += at - from;
    counts[flow]!++;
  }
  return sums.map((sum, i) => sum / counts[i]!);
}
