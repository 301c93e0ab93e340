import { describe, expect, it } from "vitest";
import { randomChain } from "../bench/realTools/chains.ts";
import { synthesisOf } from "../bench/realTools/compare.ts";
import { frameOf, hasValidChecksums, packetOfFrame } from "../bench/realTools/pcap.ts";
import { libraryFiles } from "../library/index.ts";
import { createRandom } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { createSwitch, install } from "../src/run/index.ts";
import { valueAt } from "../src/synthesis/header/fieldSet.ts";
import { parseServiceChain, type Synthesis, synthesise, toP4 } from "../src/synthesis/index.ts";
import type { Chooser } from "../testing/synthesis/applyWrites.ts";
import { classify } from "../testing/synthesis/classify.ts";
import { packetNear } from "../testing/synthesis/packets.ts";
import { walkPacket } from "../testing/synthesis/walkPacket.ts";

const lowest: Chooser = (_field, _packet, write) => valueAt(write.values, 0)!;

/** The P4 output in the switch of room `run`, with its commands, packet by packet beside the chain's own functions. */
function compare(synthesis: Synthesis, packets: number, seed: number): { left: number; server: number } {
  const made = toP4(synthesis);
  if (made.program === null) throw new Error(made.diagnostics[0]!.message);
  const checked = checkP4({ file: "made.p4", text: made.program });
  expect(checked.diagnostics).toEqual([]);
  const target = createSwitch(checked);
  if (!target.ok) throw new Error(target.error.message);
  expect(install(target.value, made.commands, "commands.txt")).toEqual([]);
  const { ports, serverPort } = made.ports;
  const random = createRandom(seed);
  const ends = { left: 0, server: 0 };
  for (let i = 0; i < packets; i++) {
    const at = i % synthesis.classifiers.length;
    const { entry } = synthesis.classifiers[at]!;
    const near = packetNear(synthesis, at, random);
    const ipProto = near.ipProto === 6 || near.ipProto === 17 ? near.ipProto : 1;
    const packet = packetOfFrame(frameOf({ ...near, ipProto }));
    const sent = target.value.receive(ports[entry]!, frameOf(packet));
    // a switch knows no flows: whatever may be of one goes to the server
    const stays = [false, true].some((isKnown) => {
      const { flows, state, ending } = classify(synthesis, entry, packet, isKnown);
      return flows.length > 0 || state !== null || ending.kind === "exception";
    });
    if (stays) {
      ends.server++;
      expect(sent.map((s) => s.port)).toEqual([serverPort]);
      expect(Buffer.from(sent[0]!.bytes).equals(frameOf(packet))).toBe(true);
      continue;
    }
    const { target: start } = synthesis.graph.entries.find((e) => e.name === entry)!;
    const original = walkPacket(synthesis.graph, start, packet, lowest);
    const exit = original.ending.kind === "exit" ? [ports[original.ending.name]!] : [];
    expect(sent.map((s) => s.port)).toEqual(exit);
    if (exit.length === 0) continue;
    ends.left++;
    const frame = Buffer.from(sent[0]!.bytes);
    expect(hasValidChecksums(frame)).toBe(true);
    expect(packetOfFrame(frame)).toMatchObject(original.packet);
  }
  return ends;
}

describe("the P4 output of a synthesis in our own switch", () => {
  it.each(["thesis-example", "isp"])("of %s does what the chain does", (name) => {
    const acl = { file: "acl", text: libraryFiles["acls/isp-small.txt"]! };
    const { graph } = parseServiceChain(libraryFiles[`clicks/${name}.yaml`]!, name, () => acl);
    const synthesis = synthesise(graph!);
    if (!("classes" in synthesis)) throw new Error(synthesis.status);
    const { left, server } = compare(synthesis, 60, 1);
    expect(server).toBeGreaterThan(0);
    if (name === "isp") expect(left).toBeGreaterThan(0);
  });

  it("of random chains does what they do", () => {
    let left = 0;
    let compared = 0;
    for (let seed = 0; compared < 8 && seed < 30; seed++) {
      const synthesis = synthesisOf(randomChain(createRandom(seed)));
      if ("why" in synthesis || synthesis.status === "cut" || toP4(synthesis).program === null) continue;
      left += compare(synthesis, 25, seed).left;
      compared++;
    }
    expect(compared).toBe(8);
    expect(left).toBeGreaterThan(20);
  });
});
