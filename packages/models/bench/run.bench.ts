import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkP4 } from "../src/p4/index.ts";
import { bytesOfHex, createSwitch, install } from "../src/run/index.ts";

const FRAME = "00000000000208000000000108004500001c00010000401165cd0a0000010a0001020001000200080000";
const PACKETS = 200_000;

/** Packets per second of one core, without and with a trace: l3fwd, and a router with an access list. */
export default async function run() {
  const l3fwd = join(import.meta.dirname, "..", "library", "programs", "l3fwd.p4");
  const rows = [1, 1000].flatMap((routes) =>
    [false, true].map((trace) =>
      measure(l3fwd, { routes, acl: 0, trace }, hops(routes, "ipv4_lpm ipv4_forward", "")),
    ),
  );
  const router = join(import.meta.dirname, "routesAndAcl.p4");
  const entries = [...hops(10_000, "routes forward", "0"), ...denials(500)];
  for (const trace of [false, true]) rows.push(measure(router, { routes: 10_000, acl: 500, trace }, entries));
  return { name: "Execution", rows };
}

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

type Case = { routes: number; acl: number; trace: boolean };

function measure(file: string, { routes, acl, trace }: Case, entries: readonly string[]) {
  const checked = checkP4({ file, text: readFileSync(file, "utf8") });
  const made = createSwitch(checked, { trace });
  if (!made.ok) throw new Error(made.error.message);
  const target = made.value;
  const problems = install(target, entries.join("\n"), "entries");
  if (problems.length > 0) throw new Error(problems[0]?.message);
  const packet = bytesOfHex(FRAME);
  const send = (count: number): void => {
    for (let i = 0; i < count; i++) {
      packet[33] = i & 255;
      target.receive(0, packet);
      if (trace) target.takeTrace();
    }
  };
  send(PACKETS / 10);
  const before = process.cpuUsage();
  const count = trace ? PACKETS / 10 : PACKETS;
  send(count);
  const { user, system } = process.cpuUsage(before);
  return { routes, acl, trace, packets: count, "packets/s": Math.round((count / (user + system)) * 1e6) };
}
