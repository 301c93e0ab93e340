import type { Random } from "../../src/core/index.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { parseServiceChain, type Synthesis, synthesise, toClick } from "../../src/synthesis/index.ts";
import { deviceNames } from "../../src/synthesis/output/targets.ts";
import { packetNear } from "../../src/synthesis/testing/packets.ts";
import type { RandomChain } from "./chains.ts";
import { entryMac, originalText, runClick } from "./click.ts";
import { frameOf, packetOfFrame } from "./pcap.ts";

export type Comparison =
  | { status: "same" | "different"; packets: number; different: number; left: number; why: string }
  | { status: "cut" | "refused" | "error"; why: string };

export const chainFileOf = ({ functions, links, entries }: RandomChain): string =>
  JSON.stringify({
    version: 1,
    functions: Object.entries(functions).map(([id, text]) => ({ id, click: { text } })),
    links: links.map(([from, to]) => `${from} -> ${to.replace(/^(.*)\[(.*)\]$/, "[$2]$1")}`),
    entries: entries.map((e) => e.replace(/^(.*)\[(.*)\]$/, "[$2]$1")),
  });

export function synthesisOf(chain: RandomChain): Synthesis | { why: string } {
  const { graph, diagnostics } = parseServiceChain(chainFileOf(chain), "chain.json", () => null);
  if (!graph) return { why: diagnostics.map((d) => d.message).join("; ") };
  const found = synthesise(graph);
  return "classes" in found ? found : { why: found.diagnostics[0]?.message ?? found.status };
}

/** Fields that tests of flows use: few addresses, so that packets meet the mappings of others. */
function packetFor(synthesis: Synthesis, entry: number, random: Random): Packet {
  const near = packetNear(synthesis, entry, random);
  const ipProto = near.ipProto === 1 ? 1 : near.ipProto === 6 ? 6 : 17;
  const hasPorts = ipProto !== 1;
  return {
    ...near,
    ipProto,
    ethDst: 0x020000000099,
    ethSrc: entryMac(entry),
    srcPort: hasPorts ? near.srcPort! : 0,
    dstPort: hasPorts ? near.dstPort! : 0,
    tcpFlags: ipProto === 6 ? near.tcpFlags! & 0x3f : 0,
  };
}

/** The reply to a frame that left, as it comes in at `entry`. */
function replyTo(frame: Buffer, entry: number): Packet {
  const p = packetOfFrame(frame);
  return {
    ...p,
    ethSrc: entryMac(entry),
    ipSrc: p.ipDst!,
    ipDst: p.ipSrc!,
    srcPort: p.dstPort!,
    dstPort: p.srcPort!,
    ipTtl: 60,
  };
}

/** Sends the same frames through a chain's own functions and through its synthesis, both in Click. */
export function compareInClick(
  program: string,
  folder: string,
  chain: RandomChain,
  random: Random,
  count: number,
): Comparison {
  const synthesis = synthesisOf(chain);
  if ("why" in synthesis) return { status: "error", why: synthesis.why };
  if (synthesis.status === "cut") return { status: "cut", why: synthesis.cuts[0]!.reason };
  const made = toClick(synthesis);
  if (made.text === null) return { status: "refused", why: made.diagnostics[0]!.message };
  const devices = deviceNames(synthesis);
  const own = originalText(chain);
  const ownExits = new Map(chain.exits.map((e) => [e, e]));
  const madeExits = new Map(chain.exits.map((e) => [e, devices.get(e) ?? e]));
  const madeEntries = chain.entries.map((e) => devices.get(e) ?? e);
  const flows = Array.from({ length: count }, () => packetFor(synthesis, 0, random));
  const first = runClick(program, `${folder}/first`, own, chain.entries, ownExits, flows.map(frameOf));
  if ("error" in first) return { status: "error", why: `original: ${first.error}` };
  const outs = [...first.exits.values()].flat().filter((f) => f.length >= 42 && f[14] === 0x45);
  const sources = chain.entries.map((_, i) => i);
  const replies = outs.slice(0, count).map((f) => replyTo(f, sources.at(-1)!));
  const hairpins = outs.slice(0, count / 4).map((f) => replyTo(f, 0));
  const others = sources
    .slice(1)
    .flatMap((e) => Array.from({ length: count / 4 }, () => packetFor(synthesis, e, random)));
  const mixed = [...replies, ...hairpins, ...others, ...flows.slice(0, count / 2)];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  const frames = [...flows, ...mixed].map((p, i) => {
    const frame = frameOf(p);
    // names the packet in what leaves
    frame.writeUInt16BE(i & 0xffff, 18);
    frame.writeUInt16BE(0, 24);
    let sum = 0;
    for (let k = 14; k < 34; k += 2) sum += frame.readUInt16BE(k);
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
    frame.writeUInt16BE(0xffff - sum, 24);
    return frame;
  });
  const a = runClick(program, `${folder}/own`, own, chain.entries, ownExits, frames);
  const b = runClick(program, `${folder}/made`, made.text, madeEntries, madeExits, frames);
  if ("error" in a) return { status: "error", why: `original: ${a.error}` };
  if ("error" in b) return { status: "error", why: `synthesised: ${b.error}` };
  let different = 0;
  let left = 0;
  let why = "";
  for (const exit of chain.exits) {
    const [mine, theirs] = [a.exits.get(exit)!, b.exits.get(exit)!];
    left += mine.length;
    const byId = new Map(theirs.map((f) => [f.readUInt16BE(18), f]));
    for (const f of mine) {
      const id = f.readUInt16BE(18);
      const g = byId.get(id);
      byId.delete(id);
      if (g && f.equals(g)) continue;
      different++;
      why ||= `${exit} packet ${id}: ${JSON.stringify(packetOfFrame(frames[id]!))} -> ${JSON.stringify(packetOfFrame(f))} and ${g ? JSON.stringify(packetOfFrame(g)) : "nothing"}`;
    }
    different += byId.size;
    for (const [id, g] of byId)
      why ||= `${exit} packet ${id}: ${JSON.stringify(packetOfFrame(frames[id]!))} -> nothing and ${JSON.stringify(packetOfFrame(g))}`;
  }
  return { status: different === 0 ? "same" : "different", packets: frames.length, different, left, why };
}
