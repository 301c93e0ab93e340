// One look at a switch in a process of its own: `node look.ts HOST:PORT [DEVICE]` prints what it cost as JSON.
import { lookAtSwitch } from "../../src/cli/switches/lookAt.ts";

const [address = "", deviceId = "1"] = process.argv.slice(2);
const startMs = performance.now();
const before = process.cpuUsage();
const seen = await lookAtSwitch({ address, deviceId, tls: null, serverName: null, bound: {} });
const { user, system } = process.cpuUsage(before);
if (seen.kind !== "read") throw new Error(JSON.stringify(seen));
console.log(
  JSON.stringify({
    entities: seen.entities,
    unread: seen.unread.length,
    seconds: (performance.now() - startMs) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
    storedMb: seen.chunks.reduce((sum, { body }) => sum + body.length, 0) / 2 ** 20,
  }),
);
