import { isOpen } from "../hosts.ts";
import { type Begun, crossings, type Label, metSinceHost, positionsOn } from "./label.ts";
import { enterUs, leaves, leaveUs } from "./leastRest.ts";
import type { Ground } from "./uses.ts";

/** Offers the labels that go on from one by a step, the next function served or an arc crossed; from null the first. */
export type NextLabels = (label: Label | null, offer: (begun: Begun) => void) => void;

export function nextLabels({ instance, chain, fit, verdict, part }: Ground): NextLabels {
  const { functions } = chain;
  const bothWays = instance.problem.options.linkDirection === "half-duplex";

  const switchedOn = (label: Label | null, node: number): Pick<Label, "fresh" | "activation"> => {
    const fresh = label?.fresh ?? [];
    const activation = label?.activation ?? 0;
    const own = fresh.includes(node) ? 0 : fit.activation(node);
    return own > 0 ? { fresh: [...fresh, node], activation: activation + own } : { fresh, activation };
  };

  const serve = (label: Label | null, node: number, offer: (begun: Begun) => void): void => {
    const k = label === null ? 0 : label.position + 1;
    const device = instance.devices[node];
    if (!device || !verdict(node)?.holds[k]) return;
    const positions = label === null ? [k] : [...positionsOn(label, node), k];
    if (!fit.holds(node, positions, label?.left.includes(node) ?? false)) return;
    const startUs = label === null ? device.facts.baseUs : label.us;
    offer({
      position: k,
      node,
      hosting: true,
      parent: label,
      arc: -1,
      us: startUs + functions[k]!.delayUs(device.facts),
      hosts: label === null ? [node] : [...label.hosts, node],
      left: label?.left ?? [],
      ...switchedOn(label, node),
    });
  };

  const goOn = (label: Label, offer: (begun: Begun) => void): void => {
    const { node } = label;
    if (!leaves(instance, node) || (!label.hosting && instance.devices[node]?.isHost)) return;
    let moved = { fresh: label.fresh, activation: label.activation, left: label.left };
    if (fit.isDevice(node) && !label.left.includes(node)) {
      if (!fit.holds(node, positionsOn(label, node), true)) return;
      moved = { ...switchedOn(label, node), left: [...label.left, node] };
    }
    for (const a of part.leaving(part.local(node))) {
      const arc = instance.arcs[a]!;
      if (!isOpen(instance.devices[arc.to], functions[label.position + 1])) continue;
      if (metSinceHost(label, arc.to) || !fit.carries(a, crossings(label, a, bothWays) + 1)) continue;
      offer({
        position: label.position,
        node: arc.to,
        hosting: false,
        parent: label,
        arc: a,
        us: label.us + leaveUs(instance, node) + arc.delayUs + enterUs(instance, arc.to),
        hosts: label.hosts,
        ...moved,
      });
    }
  };

  return (label, offer) => {
    if (label === null) for (const node of part.nodes) serve(null, node, offer);
    else {
      serve(label, label.node, offer);
      goOn(label, offer);
    }
  };
}
