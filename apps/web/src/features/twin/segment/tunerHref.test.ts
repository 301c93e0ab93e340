import { describe, expect, it } from "vitest";
import { tunerHref } from "./tunerHref.ts";

type Args = Parameters<typeof tunerHref>;
const twin = (id: string): Args[1] => ({
  segment: {
    id,
    name: "Firewall",
    kind: "uc1",
    plUs: 4000,
    dlUs: 8000,
    alarm: null,
    flows: [],
    from: { nodeId: 1, port: 1 },
    to: { nodeId: 1, port: 3 },
    elements: [{ kind: "vnf", label: "s1", meanUs: 300, sigmaUs: 30, source: "declared" }],
  },
  prediction: { meanUs: null, lowUs: null, highUs: null, packet: null, errors: null, terms: [], notes: [] },
  elementPredictions: [],
  unseen: null,
  queues: [
    {
      label: "s1",
      element: 0,
      offeredPps: 1500,
      servedPps: 6000,
      utilisation: 0.25,
      source: "measured",
      depth: null,
    },
  ],
  drift: null,
  predictedAt: null,
});
const demo: Args[4] = {
  running: true,
  sent: 0,
  controlled: [],
  segments: ["edge-firewall"],
  congestion: [{ flow: "transit-s1", switch: "s1", label: "Congestion at s1", on: true, pps: 7000 }],
  vnfs: [],
  devices: [],
};
const queryOf = (href: string) => Object.fromEntries(new URL(href, "http://x").searchParams);

describe("the address of the tuner", () => {
  it("of a demo segment is the demo cloud with the load that is switched on", () => {
    expect(queryOf(tunerHref("d1", twin("edge-firewall"), undefined, 60, demo))).toEqual({
      deployment: "d1",
      running: "edge-firewall",
      cloud: "demo",
      segment: "edge-firewall",
      transit: "7000",
    });
  });

  it("of any other is the paper's segment of its kind with its VNF, rates and queue; unknown is left out", () => {
    expect(queryOf(tunerHref("d1", twin("mine"), undefined, 60, null))).toEqual({
      deployment: "d1",
      running: "mine",
      cloud: "paolucci-uc1",
      vnf: "300",
      spread: "30",
      port: "6000",
      transit: "1500",
      from: "1000",
      to: "16000",
    });
  });
});
