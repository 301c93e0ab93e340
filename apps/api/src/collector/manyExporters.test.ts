import { afterEach, expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { reportOf, SEQUENCE_AT } from "../../testing/intReports.ts";
import { createUdpSender } from "../../testing/udpSender.ts";
import { createBus } from "../bus/bus.ts";
import { createLog } from "../observability/log.ts";
import { type Collector, createCollector, defaultCollectorConfig } from "./collector.ts";

let collector: Collector | null = null;
afterEach(() => collector?.stop());

// exporters by the thousand need source addresses of one's own: 127.0.0.0/8 is that on Linux
it.runIf(process.platform === "linux")(
  "tells of more exporters than one message holds, each once",
  async () => {
    const EXPORTERS = 1_300;
    collector = createCollector(
      { ...defaultCollectorConfig, ports: [0] },
      { bus: createBus(), log: createLog("silent"), newId: () => "c" },
    );
    await collector.start();
    const port = collector.ports()[0];
    for (let i = 0; i < EXPORTERS; i++) {
      const from = `127.1.${i >> 8}.${i & 255}`;
      const sender = createUdpSender({ from, port, datagrams: [reportOf(0)], sequenceAt: SEQUENCE_AT });
      sender.send(1);
      sender.close();
    }
    const told = () => collector?.state()?.exporters ?? [];
    await eventually(() => expect(new Set(told().map((e) => e.address)).size).toBe(EXPORTERS));
    expect(told().reduce((sum, e) => sum + e.arrived, 0)).toBe(EXPORTERS);
    await collector.stop();
    expect(told()).toHaveLength(EXPORTERS);
  },
);
