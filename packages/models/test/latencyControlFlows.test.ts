import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { Collector } from "./switch/collector.ts";
import { critical, deployed, rewritten, segment as segmentOf } from "./switch/deployed.ts";
import type { DeployedSwitch, Passing, Sent } from "./switch/deployedSwitch.ts";
import { type UdpPacket, udpFrame } from "./switch/packets.ts";
import { bestEffort, deployment, type Flow, latencyCritical, measure, transit } from "./switch/running.ts";

const portsOf = (sent: readonly Sent[]): number[] => sent.map(({ port }) => port);
const TO_VNF = 2;
const ONWARD = 3;
const REPORT = 4;

/** Packets of the flow of this number, numbered by their identification, before and behind the VNF. */
const before = (flow: number, identification = 77): UdpPacket => ({
  ...critical,
  srcPort: 43000 + flow,
  dstPort: 45000 + flow,
  identification,
});
const behind = (flow: number, identification = 77): UdpPacket => ({
  ...rewritten,
  srcPort: 45000 + flow,
  dstPort: 47000 + flow,
  identification,
});
const at = (ingressUs: number, rest: Partial<Passing> = {}): Passing => ({
  ingressUs,
  egressUs: ingressUs + 10 + (rest.queuedUs ?? 0),
  ...rest,
});

/** A switch, told when its packets come. */
class Segment {
  readonly s1: DeployedSwitch;
  constructor(s1: DeployedSwitch) {
    this.s1 = s1;
  }
  store(flow: number, us: number, identification?: number): void {
    expect(portsOf(this.s1.receive(1, udpFrame(before(flow, identification)), at(us)))).toEqual([TO_VNF]);
  }
  /** Whether a packet goes on, is dropped and reported, or goes on without a report. */
  enforce(flow: number, us: number, identification?: number): "on" | "dropped" | "unpaired" {
    const ports = portsOf(this.s1.receive(2, udpFrame(behind(flow, identification)), at(us))).join();
    if (ports === `${ONWARD},${REPORT}`) return "on";
    if (ports === `${REPORT}`) return "dropped";
    expect(ports).toBe(`${ONWARD}`);
    return "unpaired";
  }
  /** A transit packet leaves the queue of interface 3 at `us`. */
  transit(us: number, queuedUs: number, found = 0, left = 0): void {
    const packet = {
      ...critical,
      srcMac: "00:04:00:00:00:10",
      dstMac: "00:04:00:00:00:03",
      dst: "10.10.10.9",
    };
    const when = { ingressUs: us - queuedUs, egressUs: us, queuedUs, queueDepth: left, depthFound: found };
    this.s1.receive(1, udpFrame(packet), when);
  }
}

describe.each([
  ["latency_control_uc1", "latency-control-uc1", "s1"],
  ["latency_control_uc2", "latency-control-uc2", "s13"],
])("several flows in %s ([paolucci-design]: arrays per flow, chosen by a table)", (program, name, node) => {
  let segment: Segment;
  beforeEach(() => {
    const s1 = deployed(program, name, node);
    s1.command(`table_add table_store store 1 10.10.10.1 10.10.10.2 43001 45001 => 1
      table_add table_store store 1 10.10.10.1 10.10.10.2 43015 45015 => 15
      table_add table_enforce enforce 2 10.10.10.2 10.10.10.3 45001 47001 => 1
      table_add table_enforce enforce 2 10.10.10.2 10.10.10.3 45015 47015 => 15
      register_write bounded_latency 0 400
      register_write drop_latency 0 400
      register_write bounded_latency 1 900
      register_write drop_latency 1 900
      register_write bounded_latency 15 100000
      register_write drop_latency 15 100000`);
    segment = new Segment(s1);
  });

  it("each has its own PL and DL", () => {
    for (const flow of [0, 1, 15]) segment.store(flow, 1000);
    expect([0, 1, 15].map((flow) => segment.enforce(flow, 1500))).toEqual(["dropped", "on", "on"]);
    for (const flow of [0, 1, 15]) segment.store(flow, 3000);
    expect([0, 1, 15].map((flow) => segment.enforce(flow, 4000))).toEqual(["dropped", "dropped", "on"]);
  });

  it("[C21] a packet lost at the VNF shifts the pairs of its own flow only", () => {
    segment.store(15, 0);
    segment.store(0, 1000);
    segment.store(1, 1000);
    // of flow 0 the first is lost: the second is judged by its arrival
    segment.store(0, 2000);
    segment.store(1, 2000);
    expect(segment.enforce(0, 2300)).toBe("dropped");
    expect([segment.enforce(1, 1300), segment.enforce(1, 2300)]).toEqual(["on", "on"]);
  });

  it("a flow that the program has no arrays for is refused", () => {
    expect(() =>
      segment.s1.command("table_add table_store store 1 10.10.10.1 10.10.10.2 1 1 => 16"),
    ).toThrow();
  });
});

describe.each([
  ["latency_control_uc1_refined", "latency-control-flows", "s1"],
  ["latency_control_uc2_refined", "latency-control-uc2", "s13"],
])("remedies of %s ([paolucci-failures])", (program, name, node) => {
  let segment: Segment;
  const write = (register: string, flow: number, us: number): void =>
    segment.s1.command(`register_write ${register} ${flow} ${us}`);
  /** The queue that a packet of flow 0 takes when it comes back at `us`, as its report says. */
  const queueTaken = (us: number): number | null => {
    const [, report] = segment.s1.receive(2, udpFrame(behind(0)), at(us));
    return new Collector(segmentOf(name)).take(report!).report.hops.at(-1)!.queueId;
  };
  const bounds = (flow: number, plUs: number, dlUs: number): void => {
    write("bounded_latency", flow, plUs);
    write("drop_latency", flow, dlUs);
  };
  beforeEach(() => {
    const s1 = deployed(program, name, node);
    if (name === "latency-control-uc2")
      s1.command(`table_add table_store store_by_id 1 10.10.10.1 10.10.10.2 43001 45001 => 1
        table_add table_enforce enforce_by_id 2 10.10.10.2 10.10.10.3 45001 47001 => 1`);
    segment = new Segment(s1);
    write("decay_after", 0, 0);
    write("resync_after", 0, 0);
    for (const flow of [0, 1]) bounds(flow, 0, 1000);
  });

  it("[C12] the wait is scaled by the depth left behind over the depth found; without one it is kept", () => {
    // 200 us on the way and 8000 * 60 / 40 us in the queue: exactly PL passes, one less takes the top queue
    const queueOf = (plUs: number, found: number, left: number): number | null => {
      bounds(0, plUs, 1e6);
      segment.transit(20_000, 8000, found, left);
      segment.store(0, 20_000);
      return queueTaken(20_200);
    };
    expect([queueOf(12_200, 40, 60), queueOf(12_199, 40, 60)]).toEqual([0, 7]);
    expect([queueOf(8200, 0, 60), queueOf(8199, 0, 60)]).toEqual([0, 7]);
  });

  it("[C12] [C25] [C26] decides as rational arithmetic does, whatever was noted and whenever", () => {
    const us = fc.integer({ min: 0, max: 30_000 });
    const depth = fc.integer({ min: 0, max: 64 });
    let now = 1e6;
    fc.assert(
      fc.property(
        fc.record({
          wayUs: us,
          waitUs: us,
          found: depth,
          left: depth,
          ageUs: us,
          decayUs: us,
          plUs: us,
          moreUs: us,
        }),
        ({ wayUs, waitUs, found, left, ageUs, decayUs, plUs, moreUs }) => {
          now += 200_000;
          bounds(0, plUs, plUs + moreUs);
          write("decay_after", 0, decayUs);
          // nobody was prioritised in the last 30 ms: the top queue waits 0
          segment.s1.command("register_write T_queue 1 0");
          segment.transit(now - ageUs, waitUs, found, left);
          segment.store(0, now - wayUs);
          const [numerator, denominator] = found > 0 ? [waitUs * left, found] : [waitUs, 1];
          const overdue = decayUs > 0 ? Math.max(0, ageUs - decayUs) : 0;
          const queued = Math.max(0, numerator - overdue * denominator);
          const isLate = wayUs * denominator + queued > plUs * denominator;
          const expected = isLate && wayUs > plUs + moreUs ? "dropped" : "on";
          expect(segment.enforce(0, now)).toBe(expected);
        },
      ),
      { numRuns: 150, seed: 17 },
    );
  });

  it("[C25] a register that nobody writes decays", () => {
    bounds(0, 9000, 9000);
    write("decay_after", 0, 1000);
    segment.transit(20_000, 10_000);
    const judged = (us: number): number | null => {
      segment.store(0, us - 100);
      return queueTaken(us);
    };
    // 100 us on the way; the wait counts whole for 1 ms and has fallen to 8900 us after 2.1 ms
    expect([20_500, 21_000, 22_099, 22_100, 70_000].map(judged)).toEqual([7, 7, 7, 0, 0]);
  });

  it("[C22] a silence forgets what the VNF lost", () => {
    write("resync_after", 0, 5000);
    segment.store(0, 1000);
    segment.store(0, 3000);
    expect(segment.enforce(0, 3200)).toBe("dropped");
    segment.store(0, 20_000);
    expect(segment.enforce(0, 20_200)).toBe("on");
  });

  it("[C22] [C23] by identification a loss, another order and a wrap leave no wrong pair", () => {
    segment.store(1, 1000, 1);
    segment.store(1, 2000, 2);
    segment.store(1, 2100, 3);
    expect([segment.enforce(1, 2300, 3), segment.enforce(1, 2400, 2)]).toEqual(["on", "on"]);
    // the same slot of 4,096, another packet
    expect(segment.enforce(1, 2500, 1 + 4096)).toBe("unpaired");
    segment.store(1, 9000, 1 + 4096);
    expect([segment.enforce(1, 9100, 1), segment.enforce(1, 9200, 1 + 4096)]).toEqual(["unpaired", "on"]);
    // twice from the VNF
    expect(segment.enforce(1, 9300, 1 + 4096)).toBe("unpaired");
  });

  it("a packet that the VNF made up passes unchanged, and the next ones keep their pairs", () => {
    segment.store(0, 1000);
    expect([segment.enforce(0, 1100), segment.enforce(0, 1150)]).toEqual(["on", "unpaired"]);
    segment.store(0, 5000);
    expect(segment.enforce(0, 5300)).toBe("on");
    segment.store(0, 7000);
    expect(segment.enforce(0, 8001)).toBe("dropped");
  });
});

describe("latency-control-flows runs: two flows, a reflector in the place of the VNF", () => {
  const byId: Flow = { ...latencyCritical, name: "by id", packet: before(1), behindVnf: null };
  const flows = [{ ...latencyCritical, behindVnf: null }, byId, { ...bestEffort, behindVnf: null }];
  const run = (commands: string, through: Flow = transit, seconds = 0.15) => {
    const { network } = deployment("latency-control-flows", "none", {
      s1: `set_queue_rate 6000 3\n${commands}`,
    });
    return measure(network, [...flows, through], seconds);
  };
  const thresholds = (plMs: number, dlMs: number): string =>
    [0, 1]
      .map(
        (flow) =>
          `register_write bounded_latency ${flow} ${plMs * 1000}\nregister_write drop_latency ${flow} ${dlMs * 1000}`,
      )
      .join("\n");

  it("without congestion all of it comes, by the reflector's 340 us and the switch's 80", () => {
    const { all, LC } = run(thresholds(5, 8), { ...transit, pps: 0.001 });
    expect(all!.loss).toBe(0);
    expect(LC!.meanMs).toBeCloseTo(0.42, 1);
  });

  it("[C26] test 3, PL 5 and DL 8 ms: judged by the top queue nobody of either flow is dropped or late", () => {
    const { LC, "by id": second, transit: through } = run(thresholds(5, 8));
    for (const flow of [LC, second]) expect(flow).toMatchObject({ loss: 0 });
    for (const flow of [LC, second]) expect(flow!.maxMs).toBeLessThan(1);
    expect(through!.meanMs).toBeGreaterThan(10);
  });

  it("[C25] transit that stops leaves no priority behind: PL is met by the empty queue", () => {
    const { LC } = run(thresholds(5, 8), { ...transit, untilS: 0.05 }, 0.2);
    expect(LC!.loss).toBe(0);
  });
});
