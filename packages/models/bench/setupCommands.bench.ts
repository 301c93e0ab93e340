import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RealSwitch } from "./bmv2/realSwitch.ts";

const root = join(import.meta.dirname, "../../..");
/** Programs of exporters: the word of the texts that begins their commands, and the file that p4c made of them. */
const PROGRAMS = [
  { of: /G[ÉE]ANT/, file: "geant.json", source: "GEANT-DataPlaneProgramming/int-platforms p4src/int_v1.0" },
  { of: /ONOS/, file: "onos.json", source: "opennetworkinglab/onos pipelines/basic p4c-out/bmv2/int.json" },
  { of: /laofan13/, file: "p4-int.json", source: "laofan13/P4-INT p4src/int_md.p4" },
  { of: /baru64/, file: "int-p4.json", source: "baru64/int-p4 int.p4app/p4src/int.p4" },
] as const;
const FILLED = { "switch mac": "00:00:00:00:00:01", "switch ip": "10.0.0.1", "switch id": "7" };
const REFUSED = /error|invalid|unknown|usage/i;

type Command = { of: string; text: string; from: string };
type Row = { from: string; program: string; command: string; answer: string; holds: string };

const filled = (command: string): string =>
  command
    .replace(/\s+/g, " ")
    .replace(/<([^>]+)>/g, (_, what: string) => Object(FILLED)[what] ?? "00:00:00:00:00:02")
    .trim();

/** Commands of the page of docs: lines of its blocks below the comment that names a program. */
function documented(): Command[] {
  const page = readFileSync(join(root, "docs/07-int-on-switches.md"), "utf8");
  const text = page.slice(page.indexOf("\n## BMv2"), page.indexOf("\n## Tofino"));
  let of = "";
  return text.split("\n").flatMap((line): Command[] => {
    if (/^\s*# /.test(line)) of = line;
    const command = /^\s*simple_switch_CLI> (table_.*)$/.exec(line)?.[1];
    return command === undefined ? [] : [{ of, text: filled(command), from: "docs/07" }];
  });
}

/** Those that the page *Telemetry* prints for BMv2. */
async function printed(): Promise<Command[]> {
  const { setupsFor } = await import(join(root, "apps/web/src/features/telemetry/setupCommands.ts"));
  type Setup = { id: string; steps: { text: string; command: string | null }[] };
  const setups: Setup[] = setupsFor({ address: "10.0.0.254", port: 32766 });
  const steps = setups.find(({ id }) => id === "bmv2")?.steps ?? [];
  return steps.flatMap(({ text, command }) =>
    command?.startsWith("table_") ? [{ of: text, text: filled(command), from: "page Telemetry" }] : [],
  );
}

/** What both say is tried once: an entry is not added twice. */
function together(all: readonly Command[]): Command[] {
  const once = new Map<string, Command>();
  for (const command of all) {
    const key = `${PROGRAMS.findIndex(({ of }) => of.test(command.of))} ${command.text}`;
    const known = once.get(key);
    once.set(key, known ? { ...known, from: `${known.from}, ${command.from}` } : command);
  }
  return [...once.values()];
}

/** Sessions to which a compiled program clones. */
function sessionsOf(json: string): number[] {
  type Primitive = { op: string; parameters: { value: string }[] };
  const program: { actions: { primitives: Primitive[] }[] } = JSON.parse(readFileSync(json, "utf8"));
  const clones = program.actions.flatMap(({ primitives }) =>
    primitives.filter(({ op }) => op.startsWith("clone")),
  );
  return clones.map(({ parameters }) => Number(parameters[0]?.value));
}

/**
 * Sessions that the texts name for a program: "1 in GÉANT's programs, 500 in ONOS and P4-INT, 100 in int-p4".
 */
function documentedSession(name: RegExp): number {
  const page = readFileSync(join(root, "docs/07-int-on-switches.md"), "utf8").replace(/\s+/g, " ");
  const sentence = /which the program names \(([^)]*\)[^)]*)\)/.exec(page)?.[1] ?? "";
  const part = [...sentence.matchAll(/(\d+) in ([^,]+)/g)].find(([, , who = ""]) => name.test(who));
  return Number(part?.[1]);
}
const NAMED = [/GÉANT/, /ONOS/, /P4-INT/, /int-p4/];

/**
 * Every set-up command of docs and page, in a real simple_switch that runs the program that it is for:
 * `P4TWIN_BMV2=simple_switch P4TWIN_INT_PROGRAMS=folder npm run bench setupCommands`. The folder has what p4c made of
 * the public programs, by the names above; GÉANT's and baru64's need `clone` for `clone3` with a p4c of today.
 */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const name = "set-up commands in a real BMv2";
  const { P4TWIN_BMV2: simpleSwitch, P4TWIN_INT_PROGRAMS: folder } = process.env;
  if (!simpleSwitch || !existsSync(simpleSwitch) || !folder) {
    console.log("P4TWIN_BMV2 or P4TWIN_INT_PROGRAMS is not set: no command is tried");
    return { name, rows: [] };
  }
  const commands = together([...documented(), ...(await printed())]);
  const rows: Row[] = [];
  for (const [i, { of, file, source }] of PROGRAMS.entries()) {
    const json = join(folder, file);
    const own = commands.filter((command) => of.test(command.of));
    if (own.length === 0) throw new Error(`docs and page have no command for ${source}`);
    if (!existsSync(json)) {
      console.log(`${json} is not there: ${own.length} commands for ${source} are NOT tried`);
      continue;
    }
    const session = documentedSession(NAMED[i] ?? /$^/);
    const sessions = sessionsOf(json);
    const cloned = { from: "docs/07", program: source, command: `session ${session}` };
    rows.push({
      ...cloned,
      answer: `it clones to ${sessions}`,
      holds: sessions.every((s) => s === session) ? "yes" : "NO",
    });
    const real = await RealSwitch.start(simpleSwitch, json);
    try {
      const mirror = { of: "", text: `mirroring_add ${session} 4`, from: "docs/07" };
      for (const { text, from } of [mirror, ...own]) {
        const answer = await real.command(text);
        const [, table = "", action = ""] = text.split(" ");
        // what the switch holds afterwards
        const held = text.startsWith("table_") ? await real.command(`table_dump ${table}`) : action;
        const holds = !REFUSED.test(answer) && held.includes(action) ? "yes" : "NO";
        rows.push({ from, program: source, command: text, answer: answer.split("\n").at(-1) ?? "", holds });
      }
      if (i > 0) continue;
      // a command that must be refused, so that a refusal would be seen
      const wrong =
        "table_add tb_int_reporting send_report => 00:00:00:00:00:01 10.0.0.1 00:00:00:00:00:02 10.0.0.254 32766";
      const answer = await real.command(wrong);
      rows.push({
        ...{
          from: "before, refused",
          program: source,
          command: wrong,
          answer: answer.split("\n").at(-1) ?? "",
        },
        holds: REFUSED.test(answer) ? "yes, refused" : "NO",
      });
    } finally {
      await real.stop();
    }
  }
  const wrong = rows.filter(({ holds }) => holds === "NO");
  if (wrong.length > 0)
    throw new Error(`refused: ${wrong.map((r) => `${r.command} (${r.answer})`).join("; ")}`);
  return { name, rows };
}
