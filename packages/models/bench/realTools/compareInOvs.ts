import type { Random } from "../../src/core/index.ts";
import { needsKnownFlow, type Synthesis } from "../../src/synthesis/classes/synthesis.ts";
import { valueAt } from "../../src/synthesis/header/fieldSet.ts";
import { toOpenFlow } from "../../src/synthesis/index.ts";
import { numberPorts } from "../../src/synthesis/output/targets.ts";
import { classify } from "../../testing/synthesis/classify.ts";
import { packetNear } from "../../testing/synthesis/packets.ts";
import { walkPacket } from "../../testing/synthesis/walkPacket.ts";
import type { Comparison } from "./compare.ts";
import type { Switch } from "./ovs.ts";

/** Holds what Open vSwitch does with a synthesis' rules against the walk through the chain's own elements. */
export function compareInOvs(ovs: Switch, synthesis: Synthesis, random: Random, count: number): Comparison {
  const made = toOpenFlow(synthesis);
  if (made.text === null) return { status: "refused", why: made.diagnostics[0]!.message };
  const { ports, serverPort } = numberPorts(synthesis);
  const refusal = ovs.load(made.text, serverPort);
  if (refusal !== null) return { status: "error", why: refusal };
  const { graph, classifiers } = synthesis;
  let different = 0;
  let left = 0;
  let why = "";
  for (let i = 0; i < count; i++) {
    const entry = i % classifiers.length;
    const name = classifiers[entry]!.entry;
    const packet = packetNear(synthesis, entry, random);
    const walked = walkPacket(
      graph,
      graph.entries[entry]!.target,
      packet,
      (_f, _p, w) => valueAt(w.values, 0)!,
    );
    const c = classify(synthesis, name, packet);
    const asked = classify(synthesis, name, packet, true);
    const { ending } = walked;
    const isServer =
      needsKnownFlow(asked) || (ending.kind === "exit" && c.flows.length > 0) || ending.kind === "exception";
    const port = isServer ? serverPort : ending.kind === "exit" ? ports[ending.name]! : null;
    const run = ovs.trace(packet, ports[name]!);
    left += run.port === null ? 0 : 1;
    const isSame =
      run.port === port &&
      (port === null ||
        isServer ||
        ["ethDst", "ethSrc", "ipSrc", "ipDst", "ipTtl"].every((f) => run.packet[f] === walked.packet[f]));
    if (isSame) continue;
    different++;
    why ||= `${name} ${JSON.stringify(packet)}: chain ${port} ${JSON.stringify(walked.packet)}, switch ${run.port} ${JSON.stringify(run.packet)}`;
  }
  return { status: different === 0 ? "same" : "different", packets: count, different, left, why };
}
