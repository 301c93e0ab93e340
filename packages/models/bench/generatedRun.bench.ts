import { join } from "node:path";
import { createRandom } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { UnsupportedError } from "../src/run/compile/scope.ts";
import { generatedAgreement } from "../testing/run/generatedAgreement.ts";
import { randomProgram } from "./bmv2/grammar/randomProgram.ts";
import { libraryPrograms, smallPrograms } from "./bmv2/programs.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS, programsOf } from "./p4Corpus.ts";

/** Our choice: packets of each program. */
const PACKETS = 150;
const SEED = 11;

type Program = Parameters<typeof generatedAgreement>[0] & { name: string };

/**
 * The JavaScript that is made of a program beside its closures: the small programs, the library's, those of a grammar
 * (`P4TWIN_SEEDS=0-99`) and, with `P4TWIN_P4C_DIR`, p4c's samples of every architecture. Packets and ports, and
 * behind them what externs and entries hold (`states`). What differs is printed.
 */
export default function generatedRun() {
  const { P4TWIN_P4C_DIR: folder, P4TWIN_SEEDS = "0-99" } = process.env;
  const [from = 0, to = from] = P4TWIN_SEEDS.split("-").map(Number);
  const groups: [string, () => Iterable<Program>][] = [
    ["small", smallPrograms],
    ["library", libraryPrograms],
    ["random", () => random(from, to)],
    ["p4c", () => (folder ? samples(folder) : [])],
  ];
  const rows = groups.map(([group, programs]) => {
    const row = { programs: group, run: 0, packets: 0, sent: 0, states: 0, differing: 0 };
    for (const program of programs()) compare(program, row);
    return row;
  });
  return { name: "generated code beside closures", rows };
}

function compare(
  program: Program,
  row: { run: number; packets: number; sent: number; states: number; differing: number },
): void {
  try {
    const { packets, sent, states, differs } = generatedAgreement(program, PACKETS, SEED);
    row.run++;
    row.packets += packets;
    row.sent += sent;
    row.states += states;
    row.differing += differs.length;
    if (differs[0]) console.log(`${program.name}: ${differs.length} of ${packets}: ${differs[0]}`);
  } catch (error) {
    if (!(error instanceof UnsupportedError)) console.log(`${program.name}: stopped: ${error}`);
  }
}

function* random(from: number, to: number): Iterable<Program> {
  for (let seed = from; seed <= to; seed++) {
    const { text, commands } = randomProgram(createRandom(seed));
    const checked = checkP4({ file: `random${seed}.p4`, text });
    if (checked.diagnostics.some(({ severity }) => severity === "error")) continue;
    yield { name: `random${seed}`, checked, commands, bytes: 96 };
  }
}

function* samples(folder: string): Iterable<Program> {
  const options = { includes: [join(folder, "p4include")], own: OWN_DECLARATIONS };
  for (const file of programsOf(join(folder, "testdata", "p4_16_samples"))) {
    const checked = checkProgram(file, options);
    if (errorsOf(checked).length > 0) continue;
    yield { name: file, checked: checked.checked, commands: [], bytes: 160 };
  }
}
