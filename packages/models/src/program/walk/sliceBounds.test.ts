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
  it("[B3] an index in parts can be more ways than its stack has elements: the bounds know that it may stay open", () => {
    const text = small(
      twoElements,
      `apply {
        bit<6> i = hdr.a.x[2:0] ++ hdr.a.y[2:0];
        hdr.s[i].setValid(); hdr.s[i].setValid();
        if (hdr.b.x == 1) { hdr.c.setValid(); }
      }`,
    ).replace("h_t[2] s", "h_t[40] s");
    const { report } = analyseProgram({ file: "small.p4", text }, { maxStates: 3 });
    expect(report.coarse?.min).toContain("add");
    // the second makes valid what is
    expect(report.min?.add).toBeLessThanOrEqual(1);
  });

  it.each([2, 40, 64])(
    "[B3] an element of a stack of %d with an index of the packet is extracted once",
    (size) => {
      const parser = `state start { packet.extract(hdr.a); packet.extract(hdr.s[hdr.a.x]); transition accept; }`;
      const text = small(parser, "apply { hdr.s[1].x = 1; }").replace("h_t[2] s", `h_t[${size}] s`);
      for (const maxStates of [undefined, 3]) {
        const { report } = analyseProgram({ file: "small.p4", text }, { maxStates });
        expect(report.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect([report.min?.parse, report.max?.parse]).toEqual([2, 2]);
      }
    },
  );

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
