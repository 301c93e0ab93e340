import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckedProgram, checkP4 } from "../src/p4/index.ts";
import { bytesOfHex, createSwitch, install } from "../src/run/index.ts";
import { realSpeed } from "./bmv2/realSpeed.ts";
import { checkProgram, OWN_DECLARATIONS } from "./p4Corpus.ts";
import { PINS_FRAME, pinsEntries, pinsFile } from "./pins.ts";

const FRAME = "00000000000208000000000108004500001c00010000401165cd0a0000010a0001020001000200080000";
const PACKETS = 200_000;

/** The address of a packet is of this many networks, each with a route. */
const NETWORKS = 100;
/** Where the last bytes of the destination address are. */
const NETWORK_AT = 32;

type Case = {
  program: string;
  routes: number;
  acl: number;
  file: string;
  checked: CheckedProgram;
  entries: readonly string[];
  frame: string;
};

/**
 * Packets per CPU second, without and with a trace: l3fwd, a router with an access list, and Google's SAI P4 when
 * `P4TWIN_P4C_DIR` has it. With `P4TWIN_BMV2` and `P4TWIN_P4C` the same packets through a real simple_switch beside it.
 */
export default async function run() {
  const rows: Record<string, string | number | boolean | null>[] = [];
  for (const each of cases()) {
    const { program, routes, acl, file, entries } = each;
    const frames = framesOf(each.frame);
    const real = await realSpeed(file, entries, frames);
    for (const trace of [false, true]) {
      const perSecond = measure(each, frames, trace);
      rows.push({ program, routes, acl, trace, "packets/s": perSecond, "BMv2 packets/s": real });
    }
  }
  return { name: "Execution", rows };
}

function* cases(): Iterable<Case> {
  const l3fwd = join(import.meta.dirname, "..", "library", "programs", "l3fwd.p4");
  const router = join(import.meta.dirname, "routesAndAcl.p4");
  for (const routes of [NETWORKS, 1000]) {
    const entries = hops(routes, "ipv4_lpm ipv4_forward", "");
    yield { program: "l3fwd", routes, acl: 0, file: l3fwd, checked: checked(l3fwd), entries, frame: FRAME };
  }
  const many = { routes: 10_000, acl: 500 };
  const entries = [...hops(many.routes, "routes forward", "0"), ...denials(many.acl)];
  yield { program: "router", ...many, file: router, checked: checked(router), entries, frame: FRAME };
  const pins = pinsFile();
  if (pins === null) return;
  const options = { includes: [join(process.env.P4TWIN_P4C_DIR ?? "", "p4include")], own: OWN_DECLARATIONS };
  const program = checkProgram(pins, options).checked;
  const given = pinsEntries(many.routes, many.acl);
  yield {
    program: "pins_middleblock",
    ...many,
    file: pins,
    checked: program,
    entries: given,
    frame: PINS_FRAME,
  };
}

/** One packet for each network and two hosts of it. */
const framesOf = (hex: string): Uint8Array[] =>
  Array.from({ length: 2 * NETWORKS }, (_, i) => {
    const frame = bytesOfHex(hex);
    frame.set([i >> 1, (i & 1) + 1], NETWORK_AT);
    return frame;
  });

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

function measure({ checked: program, entries }: Case, frames: readonly Uint8Array[], trace: boolean): number {
  const made = createSwitch(program, { trace });
  if (!made.ok) throw new Error(made.error.message);
  const target = made.value;
  const problems = install(target, entries.join("\n"), "entries");
  if (problems.length > 0) throw new Error(problems[0]?.message);
  const send = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const sent = target.receive(0, frames[i % frames.length]!);
      if (sent.length === 0) throw new Error("a packet is dropped");
      if (trace) target.takeTrace();
    }
  };
  send(PACKETS / 10);
  const before = process.cpuUsage();
  const count = trace ? PACKETS / 10 : PACKETS;
  send(count);
  const { user, system } = process.cpuUsage(before);
  return Math.round((count / (user + system)) * 1e6);
}
