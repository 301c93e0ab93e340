// A collector as a process of its own: says what it publishes as lines of JSON. Started by tests that change
// its environment.
import { createBus } from "../src/bus/bus.ts";
import { createCollector, defaultCollectorConfig } from "../src/collector/collector.ts";
import { createLog } from "../src/observability/log.ts";
import { segmentsOf } from "./intReports.ts";

const bus = createBus();
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const collector = createCollector(
  { ...defaultCollectorConfig, ports: [0] },
  { bus, log: createLog("silent"), newId: () => "c" },
);
bus.windows.on((rows) => {
  for (const { part, startMs, count } of rows) if (part === 0) say({ kind: "window", startMs, count });
});
bus.live.on((frames) => {
  for (const { atMs, rows } of frames)
    if (rows.some((row) => !row.closed && row.count > 0)) say({ kind: "frame", atMs });
});
collector.bind(segmentsOf("d", 1));
await collector.start();
say({ kind: "ready", port: collector.ports()[0] });
setInterval(() => say({ kind: "state", clock: collector.state()?.clock }), 200);
process.on("disconnect", () => process.exit(0));
