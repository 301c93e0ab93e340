import type { Synthesis } from "../../../src/synthesis/classes/synthesis.ts";
import { valueAt } from "../../../src/synthesis/header/fieldSet.ts";
import { PACKET_LAYOUT, type Packet } from "../../../src/synthesis/header/layout.ts";
import type { DeviceRule } from "../../../src/synthesis/offload/deviceRule.ts";
import { exitsOf, isPlainExit } from "../../../src/synthesis/offload/generateRules.ts";
import { type OffloadNetwork, parsePort } from "../../../src/synthesis/offload/network.ts";
import type { OffloadPlan } from "../../../src/synthesis/offload/planOffload.ts";
import { applyWrites } from "../applyWrites.ts";
import { classify } from "../classify.ts";

/** How a packet ended, the packet then, and the core that it saw; null when it never came to the server. */
export type NetworkRun = { ending: string; packet: Packet; core: number | null };

/**
 * Sends a packet through the rules of a plan, device by device: for tests, by the meaning of the rules and
 * not by how they were made.
 */
export function runNetwork(
  synthesis: Synthesis,
  network: OffloadNetwork,
  plan: OffloadPlan,
  entry: string,
  sent: Packet,
): NetworkRun {
  const at = parsePort(network.ingress[entry]!);
  let here = { node: at.node, port: at.port };
  let packet: Record<string, number> = { ...sent };
  let vlan: number | null = null;
  let core: number | null = null;
  const links = network.links.map(([a, b]) => [parsePort(a), parsePort(b)] as const);
  for (let hops = 0; hops < 50; hops++) {
    if (here.node === plan.server) {
      const served = serve(synthesis, network, plan, entry, packet, vlan);
      core = served.core;
      if (served.ending !== "out") return { ending: served.ending, packet: served.packet, core };
      packet = served.packet;
      vlan = served.vlan;
      // a server has one port
    } else {
      const rule = best(plan.rules, here.node, here.port, vlan, packet);
      if (!rule) return { ending: `lost at ${here.node}`, packet, core };
      let out: number | null = null;
      for (const action of rule.actions) {
        if (action.kind === "set") packet[action.field] = action.value;
        else if (action.kind === "add") {
          const size = 2 ** PACKET_LAYOUT[action.field as keyof typeof PACKET_LAYOUT];
          packet[action.field] = (packet[action.field]! + action.by + size) % size;
        } else if (action.kind === "pushVlan") vlan = action.vlan;
        else if (action.kind === "popVlan") vlan = null;
        else if (action.kind === "output") out = action.port;
        else if (action.kind === "drop") return { ending: "drop", packet, core };
        else throw new Error(`a switch has no ${action.kind}`);
      }
      here = { node: here.node, port: out! };
    }
    const exit = exitsOf({ synthesis, network }).find(
      (e) => e.at?.node === here.node && e.at.port === here.port,
    );
    if (exit && here.node !== plan.server)
      return { ending: vlan === null ? `exit ${exit.name}` : "marked at the exit", packet, core };
    const link = links.find((ends) => ends.some((e) => e.node === here.node && e.port === here.port));
    if (!link) return { ending: `nothing behind ${here.node}:${here.port}`, packet, core };
    here = { ...link.find((e) => e.node !== here.node)! };
  }
  return { ending: "loop", packet, core };
}

function best(
  rules: readonly DeviceRule[],
  device: string,
  port: number | null,
  vlan: number | null,
  packet: Packet,
): DeviceRule | undefined {
  return rules
    .filter(
      ({ device: d, match }) =>
        d === device &&
        // packets of the model are whole
        !match.fragments &&
        (match.inPort === null || match.inPort === port) &&
        match.vlan === vlan &&
        match.fields.every((f) => {
          const unit = 2 ** (PACKET_LAYOUT[f.field as keyof typeof PACKET_LAYOUT] - f.length);
          return Math.floor((packet[f.field] ?? 0) / unit) === Math.floor(f.value / unit);
        }),
    )
    .toSorted((a, b) => b.priority - a.priority)[0];
}

function serve(
  synthesis: Synthesis,
  network: OffloadNetwork,
  plan: OffloadPlan,
  entry: string,
  packet: Packet,
  vlan: number | null,
) {
  const { nic } = network.servers.find((s) => s.id === plan.server)!;
  const rule = best(plan.rules, `${plan.server}/${nic.id}`, null, vlan, packet);
  const byTag = plan.assignment.groups.find((g) =>
    g.tag.kind === "mac" ? g.tag.value === packet.ethDst : g.tag.value === vlan,
  );
  const queue = rule?.actions.find((a) => a.kind === "queue")?.core ?? byTag?.core ?? null;
  const group = byTag ?? null;
  const stop = (ending: string) => ({ ending, packet: { ...packet }, vlan: null, core: queue });
  if (nic.dispatch === "flow" && rule?.actions[0]?.kind === "drop") return stop("drop");
  if (queue === null || (group !== null && group.core !== queue)) return stop("no core");
  const place = plan.places.find((p) => p.entry === entry)!;
  const isWhole = group === null || group.class === null || place.split.mode === "dispatch";
  const found = isWhole ? classify(synthesis, entry, packet, true) : null;
  const ending = found ? found.ending : group!.ending!;
  const writes = found ? found.writes : group!.software;
  const written = applyWrites(writes, packet, synthesis.graph.layout, (_f, _p, w) => valueAt(w.values, 0)!);
  if (ending.kind === "drop") return stop("drop");
  if (ending.kind === "exception") return stop(`exception ${ending.unit}`);
  if (ending.kind === "cut") return { ...stop(`cut ${ending.unit}`), packet: { ...written } };
  if (ending.kind === "origin") return { ...stop(`origin ${ending.state}`), packet: { ...written } };
  const exit = exitsOf({ synthesis, network }).find((e) => e.name === ending.name)!;
  const isPlain = isPlainExit({ synthesis, network, server: plan.server });
  return { ending: "out", packet: { ...written }, vlan: isPlain ? null : exit.vlan, core: queue };
}
