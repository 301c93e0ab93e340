import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckedProgram, checkP4 } from "../src/p4/index.ts";
import { bytesOfHex, createSwitch, install } from "../src/run/index.ts";
import { checkProgram, OWN_DECLARATIONS } from "./p4Corpus.ts";
import { PINS_FRAME, pinsEntries, pinsFile } from "./pins.ts";

const FRAME = "00000000000208000000000108004500001c00010000401165cd0a0000010a0001020001000200080000";
const PACKETS = 200_000;
/** Where the last byte of the destination address is: one route leads there. */
const DESTINATION_AT = 33;

/**
 * Packets per second of one core, without and with a trace: l3fwd, a router with an access list, and Google's SAI P4
 * when `P4TWIN_P4C_DIR` has it.
 */
export default async function run() {
  const l3fwd = join(import.meta.dirname, "..", "library", "programs", "l3fwd.p4");
  const rows = [1, 1000].flatMap((routes) =>
    [false, true].map((trace) => {
      const entries = hops(routes, "ipv4_lpm ipv4_forward", "");
      return measure({ program: "l3fwd", routes, acl: 0, trace }, checked(l3fwd), entries, FRAME);
    }),
  );
  const many = { routes: 10_000, acl: 500 };
  const router = join(import.meta.dirname, "routesAndAcl.p4");
  const entries = [...hops(many.routes, "routes forward", "0"), ...denials(many.acl)];
  const pins = pinsFile();
  for (const trace of [false, true]) {
    rows.push(measure({ program: "router", ...many, trace }, checked(router), entries, FRAME));
    if (pins === null) continue;
    const options = {
      includes: [join(process.env.P4TWIN_P4C_DIR ?? "", "p4include")],
      own: OWN_DECLARATIONS,
    };
    const program = checkProgram(pins, options).checked;
    const given = pinsEntries(many.routes, many.acl);
    rows.push(measure({ program: "pins_middleblock", ...many, trace }, program, given, PINS_FRAME));
  }
  return { name: "Execution", rows };
}

const checked = (file: string): CheckedProgram => checkP4({ file, text: readFileSync(file, "utf8") });

const hops = (count: number, action: string, vrf: string): string[] =>
  Array.from(
    { length: count },
    (_, i) => `table_add ${action} ${vrf} 10.${i >> 8}.${i & 255}.0/24 => 00:00:00:00:01:02 3`,
  );

/** Entries that no packet of this bench hits: each is looked at. */
const denials = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, i) =>
      `table_add acl deny 0&&&0 10.0.0.0&&&0xff000000 10.0.0.0&&&0xffff0000 17&&&0xff 0&&&0 ${i + 100}&&&0xffff 0&&&0 => ${i + 1}`,
  );

type Case = { program: string; routes: number; acl: number; trace: boolean };

/** The packets differ in the last byte of the destination address. */
function measure(each: Case, program: CheckedProgram, entries: readonly string[], frame: string) {
  const { trace } = each;
  const made = createSwitch(program, { trace });
  if (!made.ok) throw new Error(made.error.message);
  const target = made.value;
  const problems = install(target, entries.join("\n"), "entries");
  if (problems.length > 0) throw new Error(problems[0]?.message);
  const packet = bytesOfHex(frame);
  const send = (count: number): void => {
    for (let i = 0; i < count; i++) {
      packet[DESTINATION_AT] = i & 255;
      target.receive(0, packet);
      if (trace) target.takeTrace();
    }
  };
  send(PACKETS / 10);
  const before = process.cpuUsage();
  const count = trace ? PACKETS / 10 : PACKETS;
  send(count);
  const { user, system } = process.cpuUsage(before);
  return { ...each, packets: count, "packets/s": Math.round((count / (user + system)) * 1e6) };
}
