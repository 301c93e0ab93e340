import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { parseMeasurements } from "../fit/parseMeasurements.ts";
import { summariseLatencies } from "./latencySummary.ts";
import { probePrograms } from "./probePrograms.ts";
import { probeOrder, probeSheet, readProbeSheet } from "./probeSheet.ts";

const SHEET = probeSheet(probePrograms(), 1000);

describe("summary of one start", () => {
  it("[D23] has mean, spread and percentiles by nearest rank, whatever the order", () => {
    const latencies = Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(summariseLatencies(latencies)).toEqual({
      ...{ packets: 200, latencyUs: 100.5, spreadUs: Math.sqrt(3350), p50Us: 100, p95Us: 190, p99Us: 198 },
    });
    expect(summariseLatencies([7])).toMatchObject({ latencyUs: 7, spreadUs: null, p50Us: 7, p99Us: 7 });
    expect(summariseLatencies([])).toBeNull();
  });

  it("lies between the least and the greatest packet, percentiles in order", () => {
    const packets = fc.array(fc.double({ min: 0.1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(packets, (latencies) => {
        const { latencyUs, p50Us, p95Us, p99Us } = summariseLatencies(latencies)!;
        const [least, most] = [Math.min(...latencies), Math.max(...latencies)];
        expect(least).toBeLessThanOrEqual(p50Us);
        expect(p50Us <= p95Us && p95Us <= p99Us && p99Us <= most).toBe(true);
        expect(latencyUs).toBeGreaterThanOrEqual(least * (1 - 1e-9));
        expect(latencyUs).toBeLessThanOrEqual(most * (1 + 1e-9));
      }),
    );
  });
});

describe("sheet", () => {
  it("is read as it is written, and a filled line is a measurement that fit reads", () => {
    const sheet = readProbeSheet(SHEET, "sheet.csv");
    if (!sheet.ok) throw new Error("not read");
    const { heading, lines } = sheet.value;
    expect(lines).toHaveLength(78);
    const filled = lines[20]!.filled(3, summariseLatencies([10, 20, 30])!);
    const { measurements, diagnostics } = parseMeasurements(`${heading}\n${filled}\n`, "measured.csv");
    expect(diagnostics).toEqual([]);
    const { name, counts } = probePrograms()[20]!;
    expect(measurements).toMatchObject([
      {
        ...{
          program: name,
          run: `${name}, start 3`,
          counts,
          packetBytes: 1000,
          latencyUs: 20,
          spreadUs: 10,
          packets: 3,
        },
        percentilesUs: { p50: 20, p95: 30, p99: 30 },
      },
    ]);
  });

  it("keeps columns of the user and lines that are left", () => {
    const text = SHEET.split("\n")
      .slice(0, 3)
      .map((line, i) => `${line},${i === 0 ? "note" : `n${i}`}`)
      .join("\r\n");
    const sheet = readProbeSheet(text, "sheet.csv");
    if (!sheet.ok) throw new Error("not read");
    expect(sheet.value.lines.map(({ program }) => program)).toEqual(["parse1", "parse2"]);
    expect(sheet.value.lines[1]!.filled(1, summariseLatencies([1])!)).toMatch(
      /^parse2,1,2,.*,1,1,,1,1,1,n2$/,
    );
  });

  it.each([
    ["nothing in it", "", "no column program"],
    ["a column that is gone", SHEET.replace("p99Us", "p98Us"), "no column p99Us"],
    ["no line", SHEET.split("\n")[0]!, "no line names a program"],
    ["a program that is a path", SHEET.replace("parse1,", "../x,"), '"../x" cannot be a program'],
    ["a program twice", SHEET.replace("parse2,", "parse1,"), "parse1 has two lines"],
  ])("%s is refused", (_, text, message) => {
    const sheet = readProbeSheet(text, "sheet.csv");
    expect(sheet.ok ? "" : sheet.error[0]!.message).toContain(message);
  });
});

it("[D23] an order has each program once in a round, rounds differ, a seed repeats it", () => {
  const order = probeOrder(["a", "b", "c", "d", "e", "f", "g"], 3, createRandom(1));
  const rounds = [0, 7, 14].map((from) => order.slice(from, from + 7));
  for (const round of rounds) expect([...round].sort().join("")).toBe("abcdefg");
  expect(new Set(rounds.map((round) => round.join(""))).size).toBe(3);
  expect(probeOrder(["a", "b", "c", "d", "e", "f", "g"], 3, createRandom(1))).toEqual(order);
});
