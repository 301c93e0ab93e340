import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../fault.ts";
import { signal } from "../processes.ts";

/**
 * Windows pile up while the database hangs, the process that keeps them is killed, and one byte of each file
 * is another.
 */
const corrupt: Fault = {
  ...{ id: "spool corrupt", on: "database", raises: ["process:", "database", "spool"], holdMs: 3_000 },
  ...{ losesOpenWindows: true, alertsAtMost: 3 },
  async hurt({ product }, random, { collector }) {
    const stopped = product.postgres();
    for (const pid of stopped) signal(pid, "SIGSTOP");
    return async () => {
      signal(collector, "SIGKILL");
      const dir = join(product.collectorDir, "spool");
      for (const name of readdirSync(dir).filter((n) => n.endsWith(".spool"))) {
        const bytes = readFileSync(join(dir, name));
        if (bytes.length === 0) continue;
        const at = Math.floor(random.next() * bytes.length);
        bytes[at] ^= 0x55;
        writeFileSync(join(dir, name), bytes);
      }
      for (const pid of stopped) signal(pid, "SIGCONT");
    };
  },
};

export const spoolFaults: readonly Fault[] = [corrupt];
