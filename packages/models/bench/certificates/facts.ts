import type { Catalogue, Problem } from "../../src/placement/index.ts";

/** The checkers' tolerance (SPEC of placement). */
export const TOLERANCE = 1e-6;

type Profile = NonNullable<ReturnType<Catalogue["device"]>>;
type Fn = Catalogue["functions"][number];

/**
 * A problem as this formulation reads it: names and the catalogue's numbers, nothing that an engine has worked out.
 * Nodes are numbered: devices, then switches, then hosts.
 */
export type Facts = {
  problem: Problem;
  devices: readonly Profile[];
  fn: (type: string) => Fn;
  required: readonly Fn[];
  /** what a packet takes from a node on its way to the next */
  leaveUs: readonly number[];
  /** devices that all required functions run on, and switches; hosts pass nothing on */
  forwards: readonly boolean[];
  /** position of the host by its id */
  hostAt: (id: string) => number;
  links: readonly { ends: readonly [number, number]; us: number; gbps: number }[];
  weights: { power: number; delay: number; cost: number };
};

export function factsOf(problem: Problem, catalogue: Catalogue): Facts {
  const bytes = Math.min(...problem.chains.map((c) => c.packetBytes ?? 1500));
  const devices = problem.devices.map((d) => catalogue.device(d.profile, bytes)!);
  const functions = new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f]));
  const fn = (type: string): Fn => functions.get(type)!;
  const required = (problem.required ?? []).map(fn);
  const ids = [...problem.devices, ...problem.switches, ...(problem.hosts ?? [])].map((n) => n.id);
  const { power, delay = 0, cost = 0 } = problem.options.objective;
  const able = devices.map((d) => required.every((f) => runsOn(f, d)));
  return {
    problem,
    devices,
    fn,
    required,
    leaveUs: [
      ...devices.map((d, i) => (able[i] ? required.reduce((us, f) => us + d.functionUs(f)!, 0) : 0)),
      ...problem.switches.map((s) => s.delayUs),
      ...(problem.hosts ?? []).map(() => 0),
    ],
    forwards: [...able, ...problem.switches.map(() => true), ...(problem.hosts ?? []).map(() => false)],
    hostAt: (id) => ids.indexOf(id),
    links: problem.links.map(({ a, b, gbps, delayUs = 0 }) => ({
      ends: [ids.indexOf(a), ids.indexOf(b)],
      us: delayUs,
      gbps,
    })),
    weights: power === undefined ? { power: 1, delay: 0, cost: 0 } : { power, delay, cost },
  };
}

/** Eqs. 5.9 and 5.10; on the cores of a server a function needs its cycles. */
export const runsOn = (f: Fn, device: Profile): boolean =>
  f.architectures.some((a) => device.architectures.includes(a)) &&
  f.externs.every((e) => device.externs.has(e.toLowerCase())) &&
  (device.software === null || f.cyclesPerPacket !== undefined);
