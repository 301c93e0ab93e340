import { createRandom } from "../../src/core/index.ts";
import type { CheckedProgram } from "../../src/p4/index.ts";
import { UnsupportedError } from "../../src/run/compile/scope.ts";
import { createSwitch } from "../../src/run/createSwitch.ts";
import { hexOf, install } from "../../src/run/index.ts";
import type { RunOptions, Target } from "../../src/run/target.ts";
import { explorePackets } from "./explorePackets.ts";
import { machineState } from "./machineState.ts";

type Program = { checked: CheckedProgram; commands: readonly string[]; bytes: number };

/**
 * Packets that leave otherwise, and state that is left otherwise, where JavaScript is made of a program than where its
 * closures run; entries are made for the packets. Throws `UnsupportedError`.
 */
export function generatedAgreement(
  program: Program,
  count: number,
  seed: number,
): { packets: number; sent: number; states: number; differs: string[] } {
  const explored = switchOf(program, { trace: true });
  const packets: { port: number; packet: Uint8Array }[] = [];
  const { bytes, checked } = program;
  explorePackets(explored, checked, createRandom(seed), count, (each) => packets.push(each), {
    bytes,
    isCut: true,
  });
  const [closures, generated] = [Number.POSITIVE_INFINITY, 0].map((generateAfter) => {
    const target = switchOf(program, { generateAfter });
    target.machine.tables.forEach((table, i) => {
      const known = table.entries.length;
      for (const { handle: _, ...entry } of explored.machine.tables[i]!.entries.slice(known))
        table.add(entry);
    });
    return target;
  });
  const differs: string[] = [];
  let sent = 0;
  for (const { port, packet } of packets) {
    const [theirs, ours] = [closures!, generated!].map((target) => {
      target.machine.nowUs += 10;
      return target.receive(port, packet).map((each) => `${each.port}: ${hexOf(each.bytes)}`);
    });
    sent += ours!.length;
    const [wanted, found] = [theirs!.join(" "), ours!.join(" ")];
    if (wanted !== found)
      differs.push(`port ${port}, ${hexOf(packet)}\n  closures  ${wanted}\n  generated ${found}`);
  }
  // what only stays, in counters, registers, meters and tables, is in no packet
  const [theirs, ours] = [closures!, generated!].map(({ machine }) => machineState(machine));
  const kept = theirs!.findIndex((state, i) => state !== ours![i]);
  if (kept >= 0) differs.push(`behind all packets\n  closures  ${theirs![kept]}\n  generated ${ours![kept]}`);
  return { packets: packets.length, sent, states: theirs!.length, differs };
}

function switchOf({ checked, commands }: Program, options: RunOptions): Target {
  const made = createSwitch(checked, options);
  if (!made.ok) throw new UnsupportedError(made.error.message, made.error.span ?? null);
  install(made.value, commands.join("\n"), "commands");
  return made.value;
}
