import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { libraryDevice } from "../../device/index.ts";
import { estimateProgram, expectedLatency, linearForm } from "../../latency/index.ts";
import { analyseProgram, type PlaceCounts } from "../../program/index.ts";
import { MOST_PLACES } from "../learn/counters.ts";
import { learntPlaces, probabilitiesOf } from "../learn/expectFromCounters.ts";
import { boundSegmentSchema } from "./boundSegment.ts";
import { branchesSchema, branchesWords } from "./branches.ts";
import { createPredictor } from "./predictor.ts";

const { report, walks } = analyseProgram({
  file: "l3fwd_firewall.p4",
  text: libraryFiles["programs/l3fwd_firewall.p4"] ?? "",
});
const program = { ...report, walks };
const agilio = libraryDevice("agilio-cx");
if (!agilio) throw new Error("the library has the Agilio");

const predictor = createPredictor({
  program: async () => program,
  profile: async () => agilio,
  estimate: async (_engine, asked, device, outcomes) =>
    estimateProgram({ program: asked, device, form: linearForm, outcomes }),
  refusalOf: () => null,
  basisOf: JSON.stringify,
});

/** Nine packets of ten go on from IPv4 to UDP, a tenth of those is dropped by the firewall. */
const places = (times: number): PlaceCounts[] => [
  { kind: "state", name: "start", ways: { parse_ipv4: 10 * times } },
  { kind: "state", name: "parse_ipv4", ways: { parse_udp: 9 * times, accept: times } },
  { kind: "table", name: "ipv4_lpm", ways: { ipv4_forward: 10 * times } },
  { kind: "table", name: "udp_firewall", ways: { drop: times, NoAction: 8 * times } },
];
const INTERVAL = { fromMs: Date.UTC(2026, 0, 1, 12), toMs: Date.UTC(2026, 0, 1, 12, 5) };
const segment = (counted: PlaceCounts[] | null, more: object = {}) =>
  boundSegmentSchema.parse({
    ...{ id: "s", name: "S", kind: "uc1", plUs: 100, dlUs: 200, from: { nodeId: 1 }, to: { nodeId: 1 } },
    elements: [
      {
        ...{ kind: "switch", label: "s1", nodeId: 1, program: "p", device: "agilio-cx", path: "mean" },
        ...(counted && {
          branches: {
            source: { kind: "capture", name: "web.pcap" },
            interval: INTERVAL,
            places: counted,
          },
        }),
        ...more,
      },
    ],
  });

describe("the mean over the paths that packets take", () => {
  it("[T27] is the expected latency of the packets that are forwarded, and says what counted them and when", async () => {
    const { prediction } = await predictor.predict(segment(places(10_000)));
    const probabilities = probabilitiesOf(learntPlaces(places(10_000)));
    const expected = expectedLatency({ program, device: agilio, probabilities, form: linearForm });
    const forwarded = expected.outcomes.find(({ outcome }) => outcome === "forward");
    expect(prediction.meanUs).toBeCloseTo(forwarded?.meanUs ?? 0, 3);
    expect(prediction.terms.reduce((sum, { us }) => sum + us, 0)).toBeCloseTo(prediction.meanUs ?? 0, 9);
    expect(prediction.notes).toContain(
      "mean over the paths that packets take: 100000 packets of web.pcap, 2026-01-01 12:00:00 to 2026-01-01 12:05:00 UTC",
    );
    const slowest = await predictor.predict(segment(null, { path: "max" }));
    expect(prediction.meanUs).toBeLessThan(slowest.prediction.meanUs ?? 0);
    // single packets mix the paths
    expect(prediction.packet?.spreadUs).toBeGreaterThan(slowest.prediction.packet?.spreadUs ?? 0);
  });

  it("[T27] few packets leave more of the mean open than many", async () => {
    const widthOf = async (times: number) => {
      const { prediction } = await predictor.predict(segment(places(times)));
      return prediction.errors?.find(({ source }) => source === "counts at s1")?.aboveUs ?? 0;
    };
    const [few, many] = [await widthOf(2), await widthOf(200)];
    expect(many).toBeGreaterThan(0);
    // the spread of a share goes with one over the root of the packets
    expect(few / many).toBeGreaterThan(7);
    expect(few / many).toBeLessThan(14);
  });

  it.each<[string, PlaceCounts[] | null, object, RegExp]>([
    ["nothing is counted", null, {}, /nothing says how often its packets take which path/],
    [
      "names that the program does not have",
      [{ kind: "table", name: "acl", ways: { permit: 3 } }],
      {},
      /counted, but not in this program: no table acl; there are/,
    ],
    [
      "ways that nothing counts",
      [{ kind: "state", name: "start", ways: { parse_ipv4: 3 } }],
      {},
      /ways taken to be equally likely, because nothing counts them: .*table ipv4_lpm/,
    ],
  ])("[T27] %s: its notes say so", async (_what, counted, more, words) => {
    const { prediction } = await predictor.predict(segment(counted, more));
    expect(prediction.notes.join("\n")).toMatch(words);
    if (counted === null) expect(prediction.meanUs).toBeNull();
  });

  it("[T27] a refit learns nothing from several paths at once", async () => {
    const [element] = segment(places(3)).elements;
    if (element?.kind !== "switch") throw new Error("a switch");
    expect(await predictor.pathOf(element)).toBeNull();
  });

  it("[T27] counts of more places than are read are refused", () => {
    const withPlaces = (count: number) =>
      branchesSchema.safeParse({
        source: { kind: "counters", name: "s1" },
        places: Array.from({ length: count }, (_, i) => ({ kind: "table", name: `t${i}`, ways: { a: 1 } })),
      }).success;
    expect([withPlaces(MOST_PLACES), withPlaces(MOST_PLACES + 1), withPlaces(0)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("[T27] words say where counts come from", () => {
    const source = { kind: "counters" as const, name: "s1" };
    const one = [{ kind: "table" as const, name: "t", ways: { a: 1 } }];
    expect(branchesWords({ source, interval: null, places: one })).toBe(
      "1 packet of s1, at a time that is not known",
    );
    expect(branchesWords({ source, interval: { fromMs: 0, toMs: 0 }, places: one })).toBe(
      "1 packet of s1, 1970-01-01 00:00:00 UTC",
    );
  });
});
