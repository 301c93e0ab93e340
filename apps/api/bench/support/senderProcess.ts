// Sends reports on loopback at given rates. Started by sender.ts; ends when its parent does.
import { setPriority } from "node:os";

import { reportOf, SEQUENCE_AT } from "../../testing/intReports.ts";
import { createUdpSender, type UdpSender } from "../../testing/udpSender.ts";
import type { Round, RoundResult, SenderSetup } from "./sender.ts";

/** Even spacing matters less than not sleeping too long: as the timer of the kernel allows. */
const NAP_MS = 1;
try {
  // as the collector's thread: what is measured is neither to be starved by what else the machine does
  setPriority(-10);
} catch {
  // needs a privilege
}
const nap = new Int32Array(new SharedArrayBuffer(4));
let senders: UdpSender[] = [];

function run({ rates, ms }: Round): RoundResult {
  const before = senders.map((s) => s.sent);
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  for (;;) {
    const elapsedMs = performance.now() - startMs;
    const over = elapsedMs >= ms;
    let idle = true;
    senders.forEach((sender, k) => {
      const due = Math.floor((rates[k] * Math.min(elapsedMs, ms)) / 1000) - (sender.sent - before[k]);
      if (due <= 0) return;
      // small turns keep every exporter going when the rates cannot be had; what is late at the end is not sent
      if (!over) sender.send(Math.min(due, 512));
      idle = false;
    });
    if (over) break;
    if (idle) Atomics.wait(nap, 0, 0, NAP_MS);
  }
  const used = process.cpuUsage(cpu);
  return {
    sent: senders.map((s, k) => s.sent - before[k]),
    ms: performance.now() - startMs,
    cpuMs: (used.user + used.system) / 1000,
  };
}

process.on("message", (message: SenderSetup | Round) => {
  if ("port" in message) {
    const datagrams = Array.from({ length: message.segments }, (_, i) => reportOf(i));
    const { port, through } = message;
    senders = message.exporters.map((from) =>
      createUdpSender({
        from,
        port,
        datagrams,
        sequenceAt: SEQUENCE_AT,
        through,
        asOne: through === undefined,
      }),
    );
    process.send?.("ready");
  } else process.send?.(run(message));
});
process.on("disconnect", () => process.exit(0));
