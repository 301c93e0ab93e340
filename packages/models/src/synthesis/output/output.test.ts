import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { applyWrites, type Chooser } from "../../../testing/synthesis/applyWrites.ts";
import { classify } from "../../../testing/synthesis/classify.ts";
import { headersOf, packetNear, packetOf } from "../../../testing/synthesis/packets.ts";
import { runOpenFlow } from "../../../testing/synthesis/runOpenFlow.ts";
import { runP4 } from "../../../testing/synthesis/runP4.ts";
import { walkPacket } from "../../../testing/synthesis/walkPacket.ts";
import { createRandom } from "../../core/index.ts";
import { checkP4 } from "../../p4/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import { synthesise } from "../classes/synthesise.ts";
import { valueAt } from "../header/fieldSet.ts";
import { FIVE_TUPLE } from "../header/layout.ts";
import { generateAcl } from "../input/acl/generateAcl.ts";
import { parseClickChain, parseServiceChain } from "../input/parseServiceChain.ts";
import { toClick } from "./click/toClick.ts";
import { toOpenFlow } from "./openflow.ts";
import { flowCommand, toP4 } from "./p4/toP4.ts";
import { deviceNames, numberPorts } from "./targets.ts";

const lowest: Chooser = (_field, _packet, write) => valueAt(write.values, 0)!;
const acl = generateAcl(createRandom(7), 60);

function synthesised(name: string): Synthesis {
  const text = libraryFiles[`clicks/${name}.yaml`]!;
  const { graph, diagnostics } = parseServiceChain(text, name, (file) => ({ file, text: acl }));
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

const chains = ["thesis-example", "isp"] as const;

describe("outputs of a synthesis", () => {
  it.each(chains)("[O1] the Click configuration of %s is read again and does the same", (name) => {
    const synthesis = synthesised(name);
    const { text } = toClick(synthesis);
    const devices = deviceNames(synthesis);
    const { graph, diagnostics } = parseClickChain(text!, "made.click");
    expect(diagnostics).toEqual([]);
    const random = createRandom(1);
    for (let i = 0; i < 400; i++) {
      const packet = packetNear(synthesis, 0, random);
      const original = walkPacket(synthesis.graph, synthesis.graph.entries[0]!.target, packet, lowest);
      const made = walkPacket(graph!, graph!.entries[0]!.target, packet, lowest);
      const exit = original.ending.kind === "exit" ? `click[${devices.get(original.ending.name)}]` : null;
      expect(made.ending.kind === "exit" ? made.ending.name : null).toBe(exit);
      if (exit !== null) expect(made.packet).toEqual(original.packet);
    }
  });

  it.each(chains)(
    "[O2] the P4 program of %s has no diagnostics and does the same in a machine like BMv2",
    (name) => {
      const synthesis = synthesised(name);
      const made = toP4(synthesis);
      if (made.program === null) throw new Error(made.diagnostics[0]!.message);
      const checked = checkP4({ file: "made.p4", text: made.program });
      expect(checked.diagnostics).toEqual([]);
      const { entry } = synthesis.classifiers[0]!;
      const { ports, serverPort } = made.ports;
      const random = createRandom(2);
      const ends = { drop: 0, exit: 0, server: 0 };
      for (let i = 0; i < 60; i++) {
        const packet = packetNear(synthesis, 0, random);
        const original = walkPacket(synthesis.graph, synthesis.graph.entries[0]!.target, packet, lowest);
        const found = classify(synthesis, entry, packet);
        const isStateful = found.state !== null;
        const chosen = applyWrites(found.writes, packet, synthesis.graph.layout, lowest);
        const first = runP4(checked, made.commands, headersOf(packet), ports[entry]!);
        // without its flow the packet goes to the server as it came
        if (isStateful) {
          ends.server++;
          expect(first.port).toBe(serverPort);
          expect(packetOf(first.headers)).toEqual(packet);
        }
        const flows = isStateful
          ? `${made.commands}${flowCommand(synthesis, found.id, packet, chosen)}\n`
          : made.commands;
        const { port, headers } = runP4(checked, flows, headersOf(packet), ports[entry]!);
        ends[original.ending.kind === "exit" ? "exit" : "drop"]++;
        expect(port).toBe(original.ending.kind === "exit" ? ports[original.ending.name] : null);
        if (port !== null) expect(packetOf(headers)).toEqual(withoutAbsentPorts(original.packet));
      }
      expect(Object.values(ends).every((n) => n > 0)).toBe(true);
    },
  );

  it.each(chains)(
    "[R18] OpenFlow rules of %s keep the first match and encode port ranges in two tables",
    (name) => {
      const synthesis = synthesised(name);
      const { text } = toOpenFlow(synthesis);
      const { ports, serverPort } = numberPorts(synthesis);
      const { entry } = synthesis.classifiers[0]!;
      const random = createRandom(3);
      for (let i = 0; i < 150; i++) {
        const packet = packetNear(synthesis, 0, random);
        const original = walkPacket(synthesis.graph, synthesis.graph.entries[0]!.target, packet, lowest);
        const isStateful = classify(synthesis, entry, packet).state !== null;
        const run = runOpenFlow(text!, packet, ports[entry]!);
        const exit = original.ending.kind === "exit" ? ports[original.ending.name]! : null;
        const { ethDst: _tag, ...asItCame } = packet;
        if (!isStateful) expect(run.port).toBe(exit);
        else expect(run.port).toBe(serverPort);
        if (exit === null) continue;
        if (isStateful) expect(run.packet).toMatchObject(asItCame);
        else expect(run.packet).toEqual(original.packet);
      }
    },
  );

  it("[R18] entries are the sum of ranges and rules, not their product; priorities fall", () => {
    const { graph } = parseServiceChain(
      `{"version": 1, "entries": ["[in]fw"], "functions": [{"id": "fw", "acl": {"rules": {"file": "a"}}}]}`,
      "ranges.json",
      (file) => ({
        file,
        text: ["1000 : 1999", "1000 : 2999", "5 : 60000"]
          .flatMap((s) =>
            ["7 : 4000", "9 : 9"].map(
              (d, i) => `@10.0.${i}.0/24 0.0.0.0/0 ${s} ${d} 0x06/0xFF ${i === 0 ? "allow" : "deny"}`,
            ),
          )
          .join("\n"),
      }),
    );
    const synthesis = synthesise(graph!);
    if (!("classes" in synthesis)) throw new Error(synthesis.status);
    const lines = toOpenFlow(synthesis)
      .text!.trim()
      .split("\n")
      .filter((l) => !l.startsWith("#"));
    const classes = lines.filter((l) => l.startsWith("table=2,priority=") && !l.includes("priority=0,"));
    expect(classes.length).toBe(synthesis.counted.compressed);
    const priorities = classes.map((l) => Number(/priority=(\d+)/.exec(l)![1]));
    expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
    expect(new Set(priorities).size).toBe(priorities.length);
    const first = lines.filter((l) => !l.startsWith("table=2") && !/ip_frag|vlan_tci/.test(l));
    expect(first.every((l) => l.includes("goto_table"))).toBe(true);
  });

  it("[O3] what a target cannot express is refused with the field", () => {
    const { graph } = parseClickChain(
      "FromDevice(a) -> Classifier(6/020000000001) -> ToDevice(b);",
      "mac.click",
    );
    const synthesis = synthesise(graph!);
    if (!("classes" in synthesis)) throw new Error(synthesis.status);
    expect(toClick(synthesis).diagnostics[0]).toMatchObject({
      code: "click-inexpressible",
      message: expect.stringContaining("ethSrc"),
    });
    expect(toOpenFlow(synthesis).text).toContain("dl_src=02:00:00:00:00:01/ff:ff:ff:ff:ff:ff");
    expect(FIVE_TUPLE).toHaveLength(5);
  });
});

/** A packet without TCP or UDP has no ports to write into. */
function withoutAbsentPorts<T extends Readonly<Record<string, number>>>(
  packet: T,
): Readonly<Record<string, number>> {
  return packet.ipProto === 6 || packet.ipProto === 17 ? packet : { ...packet, srcPort: 0, dstPort: 0 };
}
