import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkP4 } from "../src/p4/index.ts";
import { bytesOfHex, createSwitch, install } from "../src/run/index.ts";

const LIBRARY = join(import.meta.dirname, "..", "library", "programs");
const FRAME = "00000000000208000000000108004500001c00010000401165cd0a0000010a0001020001000200080000";
const PACKETS = 200_000;

/** Packets per second of one core through l3fwd, without and with a trace. */
export default async function run() {
  const rows = [1, 1000].flatMap((routes) => [false, true].map((trace) => measure(routes, trace)));
  return { name: "Execution of l3fwd", rows };
}

function measure(routes: number, trace: boolean) {
  const checked = checkP4({ file: "l3fwd.p4", text: readFileSync(join(LIBRARY, "l3fwd.p4"), "utf8") });
  const made = createSwitch(checked, { trace });
  if (!made.ok) throw new Error(made.error.message);
  const target = made.value;
  const entries = Array.from({ length: routes }, (_, i) => {
    const prefix = `10.${i >> 8}.${i & 255}.0/24`;
    return `table_add ipv4_lpm ipv4_forward ${prefix} => 00:00:00:00:01:02 3`;
  });
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
  return { routes, trace, packets: count, "packets/s": Math.round((count / (user + system)) * 1e6) };
}
