// Sends reports at a steady rate until it is told to stop, and says how many have left. Started by
// traffic.ts; ends with its parent.
import { createRandom } from "@p4twin/models/core";
import { reportOf, SEQUENCE_AT } from "../../testing/intReports.ts";
import { createUdpSender, type UdpSender } from "../../testing/udpSender.ts";
import type { TrafficCommand, TrafficSetup, TrafficSign } from "./traffic.ts";

const TURN_MS = 5;
let senders: UdpSender[] = [];
let lost = 0;
let rate = 0;
let lossShare = 0;
let due = 0;
let lastMs = performance.now();
let random = createRandom(1);

/** Sends some of one exporter over a link that loses a share of it, drawn from the seed. */
function send(sender: UdpSender, count: number): void {
  if (lossShare === 0) sender.send(count);
  else
    for (let i = 0; i < count; i++)
      if (random.next() < lossShare) {
        sender.lose(1);
        lost++;
      } else sender.send(1);
}

const sign = (): TrafficSign => ({
  atMs: Date.now(),
  sent: senders.reduce((sum, s) => sum + s.sent, 0),
  lost,
});

setInterval(() => {
  const nowMs = performance.now();
  due += (rate * (nowMs - lastMs)) / 1_000;
  lastMs = nowMs;
  // what could not be sent in time is not sent in a burst
  due = Math.min(due, rate / 10);
  const each = Math.floor(due / Math.max(1, senders.length));
  if (each <= 0) return;
  for (const sender of senders) send(sender, each);
  due -= each * senders.length;
  process.send?.(sign());
}, TURN_MS);

process.on("message", (message: TrafficSetup | TrafficCommand) => {
  if ("exporters" in message) {
    const datagrams = Array.from({ length: message.segments }, (_, i) => reportOf(i));
    random = createRandom(message.seed);
    senders = message.exporters.map((from) =>
      createUdpSender({ from, port: message.port, datagrams, sequenceAt: SEQUENCE_AT }),
    );
  } else {
    rate = message.rate;
    lossShare = message.lossShare;
    due = 0;
  }
  process.send?.(sign());
});
process.on("disconnect", () => process.exit(0));
