import { createRandom, type Diagnostic } from "../../src/core/index.ts";
import { type CheckedProgram, checkOnce } from "../../src/p4/index.ts";
import { createSwitch, hexOf, install, type Target } from "../../src/run/index.ts";
import { synthesise } from "../../src/synthesis/classes/synthesise.ts";
import { parseServiceChain } from "../../src/synthesis/input/parseServiceChain.ts";
import { applyWrites } from "./applyWrites.ts";
import { classify } from "./classify.ts";
import { frameOf, withoutChecksums } from "./frames.ts";
import { packetNear } from "./packets.ts";

/** Programs of all runs: each is checked once. */
export const checkedOf = checkOnce();

/** What was found for the packets of one program: how many left, were dropped, or were left to the function itself. */
export type Agreement = { exit: number; drop: number; handed: number; diagnostics: readonly Diagnostic[] };

/**
 * Sends random packets, most of them near a rule, through a program with entries as it is executed, and holds what
 * comes out, byte by byte, against the class that the synthesis puts them in. Throws where they differ.
 */
export function nfAgreement(
  program: { file: string; text: string },
  entries: string,
  { packets, seed, port = 1 }: { packets: number; seed: number; port?: number },
): Agreement {
  const found = { exit: 0, drop: 0, handed: 0 };
  const nf = { id: "nf", p4: { program: { file: program.file }, entries: { text: entries || "# none" } } };
  const chain = JSON.stringify({ version: 1, functions: [nf], links: [], entries: [`[${port}]nf`] });
  const { graph, diagnostics } = parseServiceChain(chain, "chain.json", () => program, checkedOf);
  if (!graph) return { ...found, diagnostics };
  const synthesis = synthesise(graph);
  if (!("classes" in synthesis)) throw new Error(synthesis.status);
  const target = switchOf(checkedOf(program), entries);
  const random = createRandom(seed);
  for (let i = 0; i < packets; i++) {
    const packet = packetNear(synthesis, 0, random);
    const { ending, writes } = classify(synthesis, `nf[${port}]`, packet);
    if (ending.kind !== "exit" && ending.kind !== "drop") {
      found.handed++;
      continue;
    }
    found[ending.kind]++;
    const sent = target.receive(port, frameOf(packet)).map((each) => ({
      port: `nf[${each.port}]`,
      bytes: hexOf(withoutChecksums(each.bytes, packet.ipProto!)),
    }));
    const told =
      ending.kind === "drop"
        ? []
        : [
            {
              port: ending.name,
              bytes: hexOf(rewritten(packet, applyWrites(writes, packet, synthesis.graph.layout, noChoice))),
            },
          ];
    if (JSON.stringify(sent) !== JSON.stringify(told))
      throw new Error(
        `packet ${JSON.stringify(packet)}:\nexecuted ${JSON.stringify(sent)}\nclass    ${JSON.stringify(told)}`,
      );
  }
  return { ...found, diagnostics };
}

/** The frame of `packet` with the fields of `after`: what its headers are does not change with its protocol field. */
function rewritten(packet: Parameters<typeof frameOf>[0], after: Parameters<typeof frameOf>[0]): Uint8Array {
  const bytes = frameOf({ ...after, ipProto: packet.ipProto! });
  bytes[23] = after.ipProto!;
  return withoutChecksums(bytes, packet.ipProto!);
}

const noChoice = (field: string): never => {
  throw new Error(`${field} is chosen at run time`);
};

function switchOf(checked: CheckedProgram, entries: string): Target {
  const made = createSwitch(checked, {});
  if (!made.ok) throw new Error(made.error.message);
  const [problem] = install(made.value, entries, "entries");
  if (problem) throw new Error(problem.message);
  return made.value;
}
