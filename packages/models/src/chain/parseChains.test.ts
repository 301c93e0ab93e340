import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDiagnostic } from "../core/index.ts";
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
