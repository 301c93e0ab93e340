import { describe, expect, it } from "vitest";
import { randomChain } from "../bench/realTools/chains.ts";
import { synthesisOf } from "../bench/realTools/compare.ts";
import { framesForP4, wrongIn } from "../bench/realTools/sentToP4.ts";
import { libraryFiles } from "../library/index.ts";
import { createRandom } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { createSwitch, install } from "../src/run/index.ts";
import { parseServiceChain, type Synthesis, synthesise, toP4 } from "../src/synthesis/index.ts";

/** The P4 output in the switch of room `run`, with its commands, packet by packet beside the chain's own functions. */
function compare(synthesis: Synthesis, packets: number, seed: number): { left: number; server: number } {
  const made = toP4(synthesis);
  if (made.program === null) throw new Error(made.diagnostics[0]!.message);
  const checked = checkP4({ file: "made.p4", text: made.program });
  expect(checked.diagnostics).toEqual([]);
  const target = createSwitch(checked);
  if (!target.ok) throw new Error(target.error.message);
  expect(install(target.value, made.commands, "commands.txt")).toEqual([]);
  const given = framesForP4(synthesis, made.ports, packets, createRandom(seed));
  for (const sent of given) expect(wrongIn(sent, target.value.receive(sent.port, sent.frame))).toBeNull();
  const server = given.filter((g) => g.expected?.isServer).length;
  return { left: given.filter((g) => g.expected !== null).length - server, server };
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
