import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../src/core/index.ts";
import { type Synthesis, toP4 } from "../src/synthesis/index.ts";
import { compiled } from "./bmv2/compiled.ts";
import { RealSwitch } from "./bmv2/realSwitch.ts";
import { type RandomChain, randomChain } from "./realTools/chains.ts";
import { synthesisOf } from "./realTools/compare.ts";
import { gatewayChain } from "./realTools/gateways.ts";
import { ispChain } from "./realTools/ispChain.ts";
import { mixedChain } from "./realTools/mixes.ts";
import { netsOf, recordedFrames, someOf } from "./realTools/recorded.ts";
import { framesForP4, wrongIn } from "./realTools/sentToP4.ts";

const CHAINS = Number(process.env.P4TWIN_CHAINS ?? 70);
const PACKETS = 300;
const ISP_RULES = 8550;
/** What a packet may take in a switch whose tables are long, and how long nothing more leaves. */
const LONGEST_MS = 120_000;
const SETTLE_MS = 300;

type Row = { what: string } & Record<
  "same" | "different" | "cut" | "refused" | "packets" | "left" | "packets that differ",
  number
>;

/**
 * The P4 output of random chains through p4c and BMv2, each packet against the walk through the chain's own functions:
 * `P4TWIN_BMV2=simple_switch P4TWIN_P4C=p4c-bm2-ss npm run bench synthesisInBmv2`. `P4TWIN_PACKETS` adds recorded
 * packets, `P4TWIN_CHAINS` says how many chains of each kind.
 */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const name = "P4 output in BMv2";
  const { P4TWIN_BMV2: simpleSwitch, P4TWIN_P4C: p4c, P4TWIN_PACKETS: captures = "" } = process.env;
  if (!simpleSwitch || !p4c) {
    console.log("P4TWIN_BMV2 and P4TWIN_P4C do not name a simple_switch and a p4c-bm2-ss: nothing is run");
    return { name, rows: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "p4twin-synthesis-"));
  const rows: Row[] = [];
  const run = async (row: Row, chain: RandomChain, flows: number | readonly Buffer[], seed: number) => {
    const synthesis = synthesisOf(chain);
    if ("why" in synthesis) throw new Error(synthesis.why);
    if (synthesis.status === "cut") row.cut++;
    else await compareInBmv2({ simpleSwitch, p4c, folder }, synthesis, flows, seed, row);
  };
  for (const [what, chainOf] of [
    ["chains", randomChain],
    ["mixed chains", mixedChain],
    ["gateways", gatewayChain],
  ] as const) {
    const row = emptyRow(what);
    rows.push(row);
    for (let seed = 0; seed < CHAINS; seed++)
      await run(row, chainOf(createRandom(3000 + seed)), PACKETS, seed);
  }
  const { frames } = await recordedFrames(captures.split(":").filter((p) => p !== ""));
  if (frames.length === 0) console.log("No recorded packets (P4TWIN_PACKETS names captures)");
  else {
    const row = emptyRow("recorded packets");
    rows.push(row);
    for (let seed = 0; seed < CHAINS; seed++) {
      const random = createRandom(4000 + seed);
      const some = someOf(frames, PACKETS, random);
      await run(row, randomChain(random, netsOf(some, random)), some, seed);
    }
  }
  const isp = emptyRow(`the ISP chain with ${ISP_RULES} rules`);
  rows.push(isp);
  await run(isp, ispChain(ISP_RULES), PACKETS, 1);
  rmSync(folder, { recursive: true });
  return { name, rows };
}

const emptyRow = (what: string): Row => ({
  what,
  same: 0,
  different: 0,
  cut: 0,
  refused: 0,
  packets: 0,
  left: 0,
  "packets that differ": 0,
});

type Tools = { simpleSwitch: string; p4c: string; folder: string };

async function compareInBmv2(
  { simpleSwitch, p4c, folder }: Tools,
  synthesis: Synthesis,
  flows: number | readonly Buffer[],
  seed: number,
  row: Row,
): Promise<void> {
  const made = toP4(synthesis);
  if (made.program === null) {
    row.refused++;
    return;
  }
  const json = compiled({ name: "made", file: null, text: made.program }, p4c, folder);
  if (json === null) throw new Error("p4c does not take the program");
  const real = await RealSwitch.start(simpleSwitch, json);
  try {
    for (const line of made.commands.trim().split("\n")) {
      const told = await real.command(line);
      if (/error|invalid/i.test(told)) throw new Error(`${line}: ${told}`);
    }
    const given = framesForP4(synthesis, made.ports, flows, createRandom(seed));
    for (const { port, frame } of given) real.send(port, frame);
    const wanted = given.filter((g) => g.expected !== null).length;
    await real.left(wanted, LONGEST_MS);
    // one too many would come now
    await real.left(wanted + 1, SETTLE_MS);
    const byId = given.map((): typeof real.out => []);
    for (const out of real.out) byId[Buffer.from(out.bytes).readUInt16BE(18)]!.push(out);
    const wrong = given.flatMap((sent, id) => wrongIn(sent, byId[id]!) ?? []);
    if (wrong[0] !== undefined) console.log(`different: ${wrong[0]}`);
    row[wrong.length === 0 ? "same" : "different"]++;
    row.packets += given.length;
    row.left += real.out.length;
    row["packets that differ"] += wrong.length;
  } finally {
    await real.stop();
  }
}
