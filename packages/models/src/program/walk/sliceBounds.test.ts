import { describe, expect, it } from "vitest";
import { constructs } from "../../core/index.ts";
import { analyseProgram } from "../analyseProgram.ts";
import { small } from "../fixtures/smallProgram.ts";
import type { FeaturesReport } from "../report.ts";

const twoElements =
  "state start { packet.extract(hdr.a); packet.extract(hdr.b); transition elements; }" +
  "state elements { packet.extract(hdr.s.next); packet.extract(hdr.s.next); transition accept; }";

/** A program with a stack of so many headers that each of its indices stays open. */
const withStack = (ingress: string, maxStates?: number): FeaturesReport => {
  const text = small(twoElements, ingress).replace("h_t[2] s", "h_t[64] s");
  return analyseProgram({ file: "small.p4", text }, { maxStates }).report;
};

describe("bounds of what is too large to follow", () => {
  it.each([
    [
      "what is valid already",
      `apply {
        meta.m = 2; hdr.s[2].setValid();
        if (hdr.a.x == 1) { hdr.c.setValid(); }
        hdr.s[meta.m].setValid();
      }`,
    ],
    [
      "what an open index made valid",
      `apply {
        meta.m = 5;
        if (hdr.a.x == 1) { meta.m = 6; }
        hdr.s[meta.m].setValid();
        if (hdr.a.x == 2) { hdr.c.setValid(); }
        hdr.s[5].setInvalid();
      }`,
    ],
    [
      "writes to several elements",
      `apply {
        meta.m = 0;
        if (hdr.a.x == 1) { hdr.b.x = 1; }
        hdr.s[meta.m].x = 1;
        meta.m = 1;
        hdr.s[meta.m].x = 2;
      }`,
    ],
  ])("[B3] enclose the truth where indices stay open: %s", (_, ingress) => {
    const exact = withStack(ingress);
    const coarse = withStack(ingress, 3);
    expect(exact.diagnostics).toEqual([]);
    expect(coarse.diagnostics).toMatchObject([
      { code: "program-coarse", message: expect.stringMatching(/: min of .* too low; max of .* too high/) },
    ]);
    expect(coarse.coarse?.min).not.toEqual([]);
    expect(coarse.coarse?.max).not.toEqual([]);
    for (const construct of constructs) {
      if (!coarse.coarse?.min.includes(construct)) expect(coarse.min![construct]).toBe(exact.min![construct]);
      if (!coarse.coarse?.max.includes(construct)) expect(coarse.max![construct]).toBe(exact.max![construct]);
      expect(coarse.min![construct]).toBeLessThanOrEqual(exact.min![construct]);
      expect(coarse.max![construct]).toBeGreaterThanOrEqual(exact.max![construct]);
    }
  });
});
