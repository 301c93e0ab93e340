import { createRandom } from "../../src/core/index.ts";
import { switchFor } from "../../src/run/createSwitch.ts";
import { install } from "../../src/run/index.ts";
import type { Target } from "../../src/run/target.ts";
import { explorePackets } from "../../testing/run/explorePackets.ts";
import { entryCommand } from "./entryCommand.ts";
import type { Program } from "./programs.ts";

/** What both switches get: commands, then packets. */
export type Script = { commands: string[]; packets: { port: number; bytes: Uint8Array }[] };

/** Our choice: packets that are tried to find those that reach something new. */
const EXPLORED = 1500;

/** A switch of ours with a program and its commands; what they say when they do not fit. */
export function ours(
  { checked, name }: Program,
  commands: readonly string[],
): { target: Target; problems: string[] } {
  const target = switchFor(checked, { trace: true });
  const problems = install(target, commands.join("\n"), name).map(({ message }) => message);
  return { target, problems };
}

/** Packets that reach what they can, and the entries that were made for them; those that reach something new first. */
export function scriptFor(program: Program, count: number, seed: number): Script {
  const { target } = ours(program, program.commands);
  const known = new Set(target.machine.tables.flatMap(({ entries }) => entries));
  const seen = new Set<string>();
  const [first, more]: Script["packets"][] = [[], []];
  explorePackets(
    target,
    program.checked,
    createRandom(seed),
    Math.max(EXPLORED, 20 * count),
    ({ passes, port, packet }) => {
      const key = JSON.stringify(passes.map(({ states, tables, outcome }) => [states, tables, outcome]));
      (seen.has(key) ? more : first).push({ port, bytes: packet });
      seen.add(key);
    },
    { bytes: program.bytes, isCut: true },
  );
  // BMv2 takes no entries for a table that has some from the program, constant or not
  const open = target.machine.tables.filter((table) => table.entries.every(({ span }) => span === null));
  const entries = open.flatMap((table) =>
    table.entries.filter((entry) => !known.has(entry)).map((entry) => entryCommand(table, entry)),
  );
  return { commands: [...program.commands, ...entries], packets: [...first, ...more].slice(0, count) };
}
