import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDiagnostic } from "../core/index.ts";
import { waysOfChain } from "./branches.ts";
import { libraryFunctions, libraryFunctionTypes } from "./library.ts";
import { parseChains } from "./parseChains.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const read = (name: string): string => readFileSync(join(fixtures, name), "utf8");
const known = ["fw", "l3fwd"];

/** One chain of two functions with a single segment between PL and DL. */
const withSegment = (plUs: number, dlUs: number): string =>
  JSON.stringify({
    version: 1,
    chains: [
      {
        id: "c",
        functions: ["fw", "l3fwd"],
        gbps: 1,
        segments: [{ id: "s", kind: "uc1", fromFunction: 0, toFunction: 1, plUs, dlUs }],
      },
    ],
  });

describe("chain files", () => {
  it("[CH1] chains, own functions and segments are read; budget and segments may be left out", () => {
    const { file, diagnostics } = parseChains(read("web.yaml"), "web.yaml", known);
    expect(diagnostics).toEqual([]);
    expect(file?.chains.map((c) => [c.id, c.maxDelayUs, c.segments.length])).toEqual([
      ["web", 100, 2],
      ["bulk", null, 0],
    ]);
    expect(parseChains(JSON.stringify(file), "web.json", known).file).toEqual(file);
  });

  it("[CH2] all errors of a file are told with line, column and remedy", async () => {
    const { file, diagnostics } = parseChains(read("bad.yaml"), "bad.yaml", known);
    expect(file).toBeNull();
    const text = diagnostics.map((d) => `${formatDiagnostic(d)}\n`).join("");
    await expect(text).toMatchFileSnapshot(join(fixtures, "bad.expected"));
  });

  it("[CH3] PL is at most DL", () => {
    const us = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(us, us, (pl, dl) => {
        const codes = parseChains(withSegment(pl, dl), "c.json", known).diagnostics.map((d) => d.code);
        expect(codes).toEqual(pl <= dl ? [] : ["pl-above-dl"]);
      }),
    );
  });

  it("[CH6] the ways of a chain that branches: shares multiply, and ways that meet stay two", () => {
    const ways = waysOfChain({
      functions: ["a", "b", "c", "d"],
      branches: [
        { from: 0, to: 1, share: 0.4 },
        { from: 0, to: 2, share: 0.6 },
        { from: 1, to: 3, share: 0.5 },
        { from: 1, to: null, share: 0.5 },
      ],
    });
    expect(ways).toEqual([
      { functions: [0, 1, 3], share: 0.2 },
      { functions: [0, 1], share: 0.2 },
      { functions: [0, 2, 3], share: 0.6 },
    ]);
  });

  it("[CH4] never throws, whatever the text", () => {
    const base = read("web.yaml");
    const mutated = fc
      .tuple(fc.nat(base.length), fc.nat(12), fc.string({ maxLength: 8 }))
      .map(([at, cut, insert]) => base.slice(0, at) + insert + base.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.string(), mutated, fc.json()), (text) => {
        const { file, diagnostics } = parseChains(text, "f", known);
        expect(file === null).toBe(diagnostics.length > 0);
      }),
      { numRuns: 200 },
    );
  });
});

describe("library functions", () => {
  it("[CH5] are the seven of Table 5.5 with their raw vectors and the 5G user plane", () => {
    const userPlane = ["upfdlf", "upfisf", "upflif", "upfulf"];
    expect(libraryFunctionTypes()).toEqual([
      "fw",
      "l2fwd",
      "l3fwd",
      "lb",
      "nat",
      "tunneling",
      ...userPlane,
      "vdecap",
    ]);
    const thesis = libraryFunctions().filter((f) => !userPlane.includes(f.type));
    const vectors = thesis.map(({ type, features: f, externs }) => [
      type,
      [f.parse, f.modify, f.copy, f.remove, f.add, f.table],
      externs,
    ]);
    expect(vectors).toEqual([
      ["fw", [3, 0, 0, 0, 0, 1], []],
      ["l2fwd", [1, 1, 0, 0, 0, 1], []],
      ["l3fwd", [2, 2, 0, 0, 0, 1], []],
      ["lb", [3, 0, 0, 0, 0, 1], ["SipHash-2-4"]],
      ["nat", [3, 2, 0, 0, 0, 1], []],
      ["tunneling", [3, 0, 0, 0, 0, 1], []],
      ["vdecap", [7, 0, 3, 4, 0, 2], []],
    ]);
  });
});
