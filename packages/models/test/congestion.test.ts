import { describe, expect, it } from "vitest";
import { install } from "../src/run/index.ts";
import { critical } from "./switch/deployed.ts";
import {
  bestEffort,
  deployment,
  type Flow,
  latencyCritical,
  measure,
  thresholds,
  transit,
} from "./switch/running.ts";

describe("UC1 runs: congestion of Paolucci et al., 9000 packets/s at 6000/s behind interface 3", () => {
  const run = (plMs: number, dlMs: number) => {
    const { network } = deployment("latency-control-uc1", "latency_control_uc1", {
      s1: `set_queue_rate 6000 3\n${thresholds(plMs, dlMs)}`,
    });
    return measure(network, [latencyCritical, bestEffort, transit], 0.2);
  };

  it("test 1, PL 12 and DL 15 ms: everybody waits 64/6000 s, a third is lost", () => {
    const { all, LC, BE, transit: through } = run(12, 15);
    expect(all!.loss).toBeCloseTo(1 / 3, 1);
    for (const flow of [LC, BE, through]) expect(flow!.meanMs).toBeGreaterThan(10.67 * 0.95);
    for (const flow of [LC, BE, through]) expect(flow!.meanMs).toBeLessThan(11.1 * 1.05);
  });

  it("test 2, PL 8 and DL 15 ms: the critical flow gets priority, loses nothing and takes less than 1 ms", () => {
    const { LC, BE, transit: through } = run(8, 15);
    expect(LC!.loss).toBe(0);
    expect(LC!.maxMs).toBeLessThan(1);
    const low = (BE!.loss * BE!.sent + through!.loss * through!.sent) / (BE!.sent + through!.sent);
    // each priority has its own limiter on BMv2: 8000 meet 6000
    expect(low).toBeCloseTo(0.25, 1);
  });

  it("test 3, PL 5 and DL 8 ms: the program drops the critical flow", () => {
    expect(run(5, 8).LC!.loss).toBeGreaterThan(0.985);
  });
});

describe("UC2 runs: the bound counts from the INT source", () => {
  const run = (plMs: number, dlMs: number, flows: readonly Flow[]) => {
    const { network } = deployment("latency-control-uc2", "latency_control_uc2", {
      s13: `set_queue_rate 6000 3\n${thresholds(plMs, dlMs)}`,
    });
    return measure(network, flows, 0.1);
  };
  // source 40 us, first pass of the sink 40 us, VNF 300 us; the wait of the transit queue is 0
  it.each([
    [0.379, 1],
    [0.38, 0],
  ])("without congestion DL %s ms loses the share %s", (dlMs, loss) => {
    expect(run(0.1, dlMs, [latencyCritical, bestEffort]).LC!.loss).toBe(loss);
  });

  it("congestion: priority above PL", () => {
    const { LC, transit: through } = run(8, 15, [latencyCritical, bestEffort, transit]);
    expect([LC!.loss, LC!.maxMs < 1]).toEqual([0, true]);
    expect(through!.meanMs).toBeGreaterThan(10);
  });
});

describe("vQueue runs (Harkous, Tables 6.2 to 6.4, case C)", () => {
  const to = (dst: string, pps: number): Flow => ({
    name: dst,
    pps,
    packet: { ...critical, dst, payloadBytes: 1458 },
    behindVnf: null,
  });
  const [dataCentre, enterprise, peering] = [
    to("10.0.1.2", 4000),
    to("10.0.2.2", 1000),
    to("10.0.3.2", 20_000),
  ];
  const noReports = "mirroring_delete 1";

  it("a slice gets its rate, and no packet of it waits longer than its limit", () => {
    const { network } = deployment("vqueue", "vqueue", { s1: `${noReports}\nset_queue_depth 200000` });
    const result = measure(network, [to("10.0.2.2", 1500)], 0.5, 0.05);
    // 12 Mbps take 1000 of 1500 packets/s
    expect(result["10.0.2.2"]!.loss).toBeCloseTo(1 / 3, 1);
  });

  it("Exp. 3: limits of 300 Mbps on 285; the real queue of Peering stays near its 30 ms", () => {
    const run = (peeringDropUs: number) => {
      const { network, targets } = deployment("vqueue", "vqueue", {
        s1: `${noReports}\nset_queue_depth 200000`,
      });
      // the wire of 285 Mbps to h2
      network.connect({ node: "s1", port: 2 }, { node: "h2", port: null }, { mbps: 285 });
      const more = `table_clear slices
        table_add slices queue_manage 1 => 250 20000 5000 7
        table_add slices queue_manage 2 => 1000 10000 10000 7
        table_add slices queue_manage 3 => 50 ${peeringDropUs} ${peeringDropUs} 6`;
      expect(install(targets.get("s1")!, more, "more")).toEqual([]);
      return measure(network, [dataCentre, enterprise, peering], 0.54, 0.4);
    };
    const managed = run(30_000);
    // what left last tells of the queue one wait ago: meanwhile 240 Mbps came for 225 (285 less 48 and 12)
    expect(managed["10.0.3.2"]!.maxMs).toBeLessThan((30 * 240) / 225 + 0.5);
    expect(managed["10.0.3.2"]!.maxMs).toBeGreaterThan(25);
    for (const dst of ["10.0.1.2", "10.0.2.2"]) expect(managed[dst]!.maxMs).toBeLessThan(2);
    // a limit that never bites: the queue grows on
    expect(run(10_000_000)["10.0.3.2"]!.maxMs).toBeGreaterThan(32);
  });
});
