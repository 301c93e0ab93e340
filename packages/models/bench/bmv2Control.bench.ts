import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom, type Random } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { programTables, readEntries } from "../src/program/index.ts";
import { hexOf, install } from "../src/run/index.ts";
import { type Parts, smallP4 } from "../testing/run/smallSwitch.ts";
import { asUpdate, updatesBetween, wholeOf } from "./bmv2/asUpdates.ts";
import { exchange, REFUSED } from "./bmv2/compare.ts";
import { compiled } from "./bmv2/compiled.ts";
import { ControlHistory } from "./bmv2/controlHistory.ts";
import type { Program } from "./bmv2/programs.ts";
import { RealSwitch } from "./bmv2/realSwitch.ts";
import { ours } from "./bmv2/script.ts";

/** Our choice: histories of each program, commands in each, and packets after every few of them. */
const HISTORIES = Number(process.env.P4TWIN_BMV2_HISTORIES ?? 6);
const COMMANDS = 60;
const COMMANDS_BETWEEN = 3;
const PACKETS_BETWEEN = 3;
/** Our choice: how long a packet that is not expected is waited for. */
const LATE_MS = 60;

const ACTIONS = `action set(bit<8> v) { hdr.h.e[7:0] = v; } action to(bit<9> port) { s.egress_spec = port; }
  action mark(bit<16> v) { hdr.h.e[31:16] = v; } action gone() { mark_to_drop(s); }`;
const LIST = "actions = { set; to; mark; gone; NoAction; }";
const REPLICAS: Parts = {
  ingress: `s.egress_spec = 7; if (hdr.h.a[0:0] == 1) { s.mcast_grp = 14w0 ++ hdr.h.b[1:0]; }
    if (hdr.h.a[1:1] == 1) { clone(CloneType.I2E, 30w0 ++ hdr.h.c[1:0]); }`,
  egress: `hdr.h.e[15:0] = s.egress_rid; hdr.h.e[35:32] = s.instance_type[3:0];
    if (hdr.h.a[2:2] == 1 && s.instance_type == 0) { clone(CloneType.E2E, 30w0 ++ hdr.h.c[1:0]); }
    if (hdr.h.a[3:3] == 1 && s.instance_type != 0) { truncate(15); }`,
};

/** Programs for what their name says: the state that commands change. */
const PROGRAMS: Readonly<Record<string, Parts>> = {
  "exact, lpm and constant": {
    locals: `${ACTIONS} table t { key = { hdr.h.b : exact; } ${LIST} default_action = mark(9); }
      table l { key = { hdr.h.c : lpm; hdr.h.a : exact; } ${LIST} }
      table f { key = { hdr.h.a : exact; } ${LIST} const entries = { 1 : to(3); 2 : set(5); } default_action = to(4); }`,
    ingress: "f.apply(); if (t.apply().hit) { hdr.h.d[0:0] = 1; } l.apply();",
  },
  "ternary, range and optional": {
    locals: `${ACTIONS} table t { key = { hdr.h.b : ternary; hdr.h.c : lpm; } ${LIST} default_action = mark(9); }
      table r { key = { hdr.h.a : range; } ${LIST} } table o { key = { hdr.h.c : optional; hdr.h.a : exact; } ${LIST} }`,
    ingress:
      "t.apply(); switch (r.apply().action_run) { mark: { hdr.h.d[0:0] = 1; } default: { o.apply(); } }",
  },
  profiles: {
    locals: `${ACTIONS} action_profile(16) ap;
      table t { key = { hdr.h.b : exact; } ${LIST} implementation = ap; }
      table u { key = { hdr.h.c : ternary; } ${LIST} implementation = ap; }`,
    ingress: "if (t.apply().hit) { hdr.h.d[0:0] = 1; } u.apply();",
  },
  selectors: {
    locals: `${ACTIONS} action_selector(HashAlgorithm.crc16, 32w16, 32w14) as;
      table t { key = { hdr.h.b : exact; hdr.h.d : selector; hdr.h.e : selector; } ${LIST} implementation = as; }`,
    ingress: "if (t.apply().hit) { hdr.h.c[0:0] = 1; }",
  },
  "groups and sessions": REPLICAS,
};

type Row = {
  program: string;
  commands: number;
  refused: number;
  /** refused by BMv2 because it counts a use of an entry that it has refused */
  leaked: number;
  otherwise: number;
  packets: number;
  equal: number;
};

/**
 * Our switch against a real BMv2 while its control plane changes it: random commands, some of which must be refused,
 * with packets between them; and a second switch of ours that is told the same in P4Runtime text.
 * `P4TWIN_BMV2=simple_switch P4TWIN_P4C=p4c-bm2-ss npm run bench bmv2Control`.
 * `otherwise`: commands that only one of the two takes; what differs is printed, and ends its history.
 */
export default async function bmv2Control(): Promise<{ name: string; rows: Row[] }> {
  const name = "our switch and BMv2 under a control plane";
  const { P4TWIN_BMV2: simpleSwitch, P4TWIN_P4C: p4c } = process.env;
  if (!simpleSwitch || !p4c || !existsSync(simpleSwitch)) {
    console.log(
      "P4TWIN_BMV2 and P4TWIN_P4C do not name a simple_switch and a p4c-bm2-ss: nothing is compared",
    );
    return { name, rows: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "p4twin-control-"));
  const rows: Row[] = [];
  for (const [title, parts] of Object.entries(PROGRAMS)) {
    const text = smallP4(parts);
    const checked = checkP4({ file: `${title}.p4`, text });
    const program: Program = {
      ...{ name: title, group: "small", file: null, json: null, text, checked },
      ...{ commands: [], open: null, state: [], bytes: 34 },
    };
    const json = compiled(program, p4c, folder);
    if (json === null) continue;
    const row: Row = {
      program: title,
      commands: 0,
      refused: 0,
      leaked: 0,
      otherwise: 0,
      packets: 0,
      equal: 0,
    };
    for (let seed = 1; seed <= HISTORIES; seed++) await history(program, json, simpleSwitch, seed, row);
    rows.push(row);
  }
  rmSync(folder, { recursive: true });
  return { name, rows };
}

async function history(
  program: Program,
  json: string,
  simpleSwitch: string,
  seed: number,
  row: Row,
): Promise<void> {
  const real = await RealSwitch.start(simpleSwitch, json);
  const { target } = ours(program, []);
  // the same history in P4Runtime text
  const controlled = ours(program, []).target;
  const tables = programTables(program.checked);
  const random = createRandom(seed);
  const commands = new ControlHistory(target, random);
  const told: string[] = [];
  let leaks = false;
  const differs = (what: string): void => {
    console.log(`${program.name}, seed ${seed}: ${what}`);
    for (const line of told) console.log(`    ${line}`);
  };
  for (let i = 0; i < COMMANDS; i++) {
    const line = commands.next();
    told.push(line);
    const theirs = await real.command(line);
    const [change] = readEntries(line, "commands", tables).changes;
    const [before, update] = [wholeOf(target, tables), change && asUpdate(change, target, tables)];
    const [mine] = install(target, line, "commands");
    const { first, last } = updatesBetween(before, wholeOf(target, tables));
    const text = mine ? "" : [first, update ?? "", last].join("\n").trim();
    const [problem] = text === "" ? [] : install(controlled, text, "updates");
    if (problem) {
      row.otherwise++;
      differs(`${text}\n  as P4Runtime: ${problem.message}`);
      break;
    }
    row.commands++;
    const isRefused = REFUSED.test(theirs);
    if (isRefused) row.refused++;
    if (isRefused && !mine && /_STILL_USED/.test(theirs) && leaks) {
      row.leaked++;
      break;
    }
    if (isRefused && line.startsWith("table_indirect_add")) leaks = true;
    if (isRefused !== (mine !== undefined)) {
      row.otherwise++;
      differs(`${line}\n  BMv2 ${theirs.replace(/\s+/g, " ")}\n  ours ${mine?.message ?? "takes it"}`);
      break;
    }
    if (i % COMMANDS_BETWEEN > 0) continue;
    const packets = Array.from({ length: PACKETS_BETWEEN }, () => drawnPacket(random));
    let isEqual = true;
    for (const packet of packets) {
      const both = await exchange(program, real, target, packet);
      row.packets++;
      const sent = controlled
        .receive(packet.port, packet.bytes)
        .map(({ port, bytes }) => `${port}:${hexOf(bytes)}`);
      if (sent.toSorted().join() !== both.mine.toSorted().join())
        both.mine.push(`as P4Runtime: ${sent.join(" ") || "-"}`);
      if (both.mine.toSorted().join() === both.theirs.toSorted().join()) row.equal++;
      else {
        isEqual = false;
        differs(
          `packet ${Buffer.from(packet.bytes).toString("hex")}\n  BMv2 ${both.theirs.join(" ") || "-"}\n  ours ${both.mine.join(" ") || "-"}`,
        );
      }
    }
    // what ours drops may still come
    if (await real.left(1, LATE_MS)) {
      row.equal--;
      isEqual = false;
      const sent = packets.map(({ bytes }) => hexOf(bytes)).join(" ");
      differs(
        `of packets ${sent} BMv2 sends ${real.out.map(({ bytes }) => hexOf(bytes)).join(" ")}, ours nothing`,
      );
    }
    if (!isEqual || real.isDead) break;
  }
  await real.stop();
}

/** A packet of the small programs' header, with small numbers in the keys, and some bytes behind it. */
function drawnPacket(random: Random): { port: number; bytes: Uint8Array } {
  const bytes = Uint8Array.from({ length: 20 }, () => random.integer(256));
  bytes[0] = random.integer(16);
  bytes.set([random.integer(4), random.integer(4) === 0 ? random.integer(256) : 0, random.integer(4)], 1);
  return { port: 1 + random.integer(3), bytes };
}
