import { readFileSync } from "node:fs";
import { createRandom, type Random } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { createSwitch } from "../src/run/index.ts";
import { p4InfoOf } from "../src/switch/index.ts";
import { runInProcess } from "../testing/cli/testIo.ts";
import { pinsEntries, pinsFile } from "./pins.ts";

const ENTRIES = 1_000;

/**
 * `p4twin review` of Google's SAI P4 with 1,000 entries of which each is another one after the change, in CPU seconds:
 * `P4TWIN_P4C_DIR=… npm run bench review`. "routes": few tables and actions are used; "all tables": every action of
 * every table is; "from one to the other": both analyses differ. `met`: changed entries that packets hit.
 */
export default async function review() {
  const file = pinsFile();
  const rows = [];
  if (file !== null) {
    const program = readFileSync(file, "utf8");
    const routes = pinsEntries(597, 400).join("\n");
    const others = routes.replaceAll(" 10.", " 11.").replaceAll("=> 7 ", "=> 8 ");
    const [one, another] = [everywhere(program, 1), everywhere(program, 2)];
    for (const [entries, before, after] of [
      ["routes", routes, others],
      ["all tables", one, another],
      ["from one to the other", routes, another],
    ] as const) {
      const files = { "p.p4": program, "old.txt": before, "new.txt": after };
      const start = process.cpuUsage();
      const argv = ["review", "p.p4", "p.p4", "--base-entries", "old.txt", "--entries", "new.txt", "--json"];
      const { code, out } = await runInProcess(argv, { files });
      const { user, system } = process.cpuUsage(start);
      const { findings, programs } = JSON.parse(out) as {
        findings: { kind: string }[];
        programs: { packets: { packets: number; entries: { met: number; differing: number } } }[];
      };
      const { packets, entries: sought } = programs[0]!.packets;
      const changed = findings.filter(({ kind }) => kind.startsWith("entry-")).length;
      rows.push({
        entries,
        exit: code,
        changed,
        met: sought.met,
        differing: sought.differing,
        packets,
        cpuS: Math.round((user + system) / 1e5) / 10,
      });
    }
  }
  return { name: `Review of a change of ${ENTRIES} entries`, rows };
}

/** Entries that run every action of every table, with random keys, as BMv2's commands. */
function everywhere(source: string, seed: number): string {
  const checked = checkP4({ file: "p.p4", text: source });
  const made = createSwitch(checked);
  if (!made.ok) throw new Error(made.error.message);
  const { tables, actions } = p4InfoOf(checked, made.value);
  const random = createRandom(seed);
  const lines: string[] = [];
  const taken = new Set<string>();
  for (let i = 0; lines.length < ENTRIES; i++) {
    const table = tables[i % tables.length]!;
    const refs = table.actionRefs.filter(({ scope }) => scope !== "DEFAULT_ONLY");
    const ref = refs[Math.floor(i / tables.length) % Math.max(1, refs.length)];
    const action = actions.find(({ preamble }) => preamble?.id === ref?.id);
    if (!action || table.isConstTable || table.implementationId !== 0 || table.matchFields.length === 0)
      continue;
    const keys = table.matchFields.map((field) => keyOf(String(field.match?.value), field.bitwidth, random));
    const key = `${table.preamble?.name} ${keys.map(({ text }) => text).join(" ")}`;
    if (taken.has(key)) continue;
    taken.add(key);
    const data = action.params.map(({ bitwidth }) => draw(bitwidth, random));
    const priority = keys.some(({ isTernary }) => isTernary) ? ` ${lines.length + 1}` : "";
    const [name, ...rest] = key.split(" ");
    lines.push(
      `table_add ${name} ${action.preamble?.name} ${rest.join(" ")} => ${data.join(" ")}${priority}`,
    );
  }
  return lines.join("\n");
}

function keyOf(kind: string, bits: number, random: Random): { text: string; isTernary: boolean } {
  const value = draw(bits, random);
  if (kind === "EXACT") return { text: value, isTernary: false };
  if (kind === "LPM") return { text: `${value}/${bits}`, isTernary: false };
  const all = `0x${((1n << BigInt(bits)) - 1n).toString(16)}`;
  return { text: random.next() < 0.5 ? "0&&&0" : `${value}&&&${all}`, isTernary: true };
}

function draw(bits: number, random: Random): string {
  let value = 0n;
  for (let i = 0; i < bits; i += 16) value = (value << 16n) | BigInt(random.integer(65_536));
  return `0x${BigInt.asUintN(bits, value).toString(16)}`;
}
