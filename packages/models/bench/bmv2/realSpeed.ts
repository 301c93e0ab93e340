import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiled } from "./compiled.ts";
import { RealSwitch } from "./realSwitch.ts";

/** Our choice: packets that are measured, and those under way at a time, fewer than a queue of BMv2 holds. */
const PACKETS = 20_000;
const UNDER_WAY = 32;
/** Entries that its command line gets together. */
const LINES = 200;
const PATIENCE_MS = 30_000;
const TICKS_PER_SECOND = 100;

/**
 * Packets per CPU second of the real simple_switch, with what its interface (nanomsg) costs it; null where
 * `P4TWIN_BMV2` and `P4TWIN_P4C` do not name the tools. Every packet of `frames`, over and over, must leave.
 */
export async function realSpeed(
  file: string,
  entries: readonly string[],
  frames: readonly Uint8Array[],
): Promise<number | null> {
  const { P4TWIN_BMV2: simpleSwitch, P4TWIN_P4C: p4c } = process.env;
  if (!simpleSwitch || !p4c || ![simpleSwitch, p4c].every((tool) => existsSync(tool))) return null;
  const folder = mkdtempSync(join(tmpdir(), "p4twin-speed-"));
  const json = compiled({ name: "speed", file, text: "" }, p4c, folder);
  if (json === null) return null;
  const real = await RealSwitch.start(simpleSwitch, json);
  try {
    for (let at = 0; at < entries.length; at += LINES) {
      const told = await real.commandsTogether(entries.slice(at, at + LINES));
      if (/Error|Invalid/.test(told)) throw new Error(`BMv2 refuses entries: ${told}`);
    }
    await send(real, frames, PACKETS / 10);
    const before = cpuTicks(real.pid);
    await send(real, frames, PACKETS);
    return Math.round((PACKETS * TICKS_PER_SECOND) / (cpuTicks(real.pid) - before));
  } finally {
    await real.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function send(real: RealSwitch, frames: readonly Uint8Array[], count: number): Promise<void> {
  const before = real.out.length;
  for (let sent = 0; sent < count; ) {
    for (let i = 0; i < UNDER_WAY && sent < count; i++) real.send(0, frames[sent++ % frames.length]!);
    if (!(await real.left(before + sent, PATIENCE_MS)))
      throw new Error(`${real.out.length - before} of ${sent} packets left BMv2`);
  }
}

/** What a process took of the processor, all threads together. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  // behind the name: state is field 3, utime 14, stime 15
  return Number(fields[11]) + Number(fields[12]);
}
