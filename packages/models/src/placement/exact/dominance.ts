import type { Instance } from "../instance.ts";
import type { ChainFit } from "./chainFit.ts";
import type { Verdict } from "./chainKinds.ts";
import { crossings, type Label, positionsOn } from "./label.ts";
import { typesOf } from "./rules.ts";

const ROUNDING = 1e-9;

/**
 * What of a label's past could stand in the way of its future: devices and arcs without room for all that may
 * still come.
 */
type Scarce = { devices: number[]; arcs: number[] };

/**
 * Tells which of two labels at the same place (position, node, hosting or not) is needless: every way on from
 * the second is open to the first as well and ends no worse (and, where combinations of types are excluded,
 * in the same combination). Sound where no detour makes a way shorter, that is, where no device has base plus
 * forwarding below 0.
 */
export function dominance(
  instance: Instance,
  fit: ChainFit,
  verdict: (node: number) => Verdict | null,
  delayMatters: boolean,
  typesMatter: boolean,
): (better: Label, worse: Label) => boolean {
  const bothWays = instance.problem.options.linkDirection === "half-duplex";
  const scarcity = new WeakMap<Label, Scarce>();
  const scarceOf = (label: Label): Scarce => {
    const known = scarcity.get(label);
    if (known) return known;
    const coming = Array.from({ length: fit.last - label.position }, (_, i) => label.position + 1 + i);
    const touched = new Set([...label.hosts, ...label.left]);
    // a function that the device cannot take alone will not come to it
    const most = (d: number): number[] => {
      const holds = verdict(d)?.holds;
      return [...positionsOn(label, d), ...coming.filter((k) => holds?.[k])];
    };
    const devices = [...touched].filter((d) => !fit.holds(d, most(d), true));
    const crossed = new Set<number>();
    for (let l: Label | null = label; l !== null; l = l.parent) if (l.arc >= 0) crossed.add(l.arc);
    const arcs = [...crossed].filter((a) => !fit.carries(a, crossings(label, a, bothWays) + coming.length));
    const scarce = { devices, arcs };
    scarcity.set(label, scarce);
    return scarce;
  };
  return (better, worse) => {
    if (delayMatters && better.us > worse.us + ROUNDING) return false;
    if (typesMatter && typesOf(instance, better.hosts) !== typesOf(instance, worse.hosts)) return false;
    let extra = 0;
    for (const d of better.fresh) if (!worse.fresh.includes(d)) extra += fit.activation(d);
    if (extra > instance.weights.delay * (worse.us - better.us) + ROUNDING) return false;
    const { devices, arcs } = scarceOf(better);
    return (
      devices.every(
        (d) =>
          (!better.left.includes(d) || worse.left.includes(d)) &&
          better.hosts.every((host, k) => host !== d || worse.hosts[k] === d),
      ) && arcs.every((a) => crossings(better, a, bothWays) <= crossings(worse, a, bothWays))
    );
  };
}
