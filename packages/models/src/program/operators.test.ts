import { describe, expect, it } from "vitest";
import { smallVectors } from "./fixtures/smallProgram.ts";

/** Paths counted by hand: vectors of those that some packet takes, in the order of the program. */
describe("what operators tell a path", () => {
  it.each([
    ["a known bit", "bit<1> one = 1; if ((bool) one) { hdr.a.x = 1; }", ["2 1 0 0 0 0"]],
    ["a metadata bit that is zero", "if ((bool) meta.m[0:0]) { hdr.a.x = 1; }", ["2 0 0 0 0 0"]],
    [
      "a bit that the path has tested",
      "if (hdr.a.x[0:0] == 1) { if ((bool) hdr.a.x[0:0]) { hdr.a.y = 1; } } else { hdr.b.setInvalid(); }",
      ["2 1 0 0 0 0", "2 0 0 1 0 0"],
    ],
    [
      "a truth value as a bit and back",
      "bit<1> b = (bit<1>) (hdr.a.x == 1); if ((bool) b) { hdr.a.y = 1; } if (hdr.a.x == 1) { hdr.b.y = 1; }",
      ["2 2 0 0 0 0", "2 0 0 0 0 0"],
    ],
  ])("[F3] a cast between bit<1> and bool of %s keeps the path", (_, body, expected) => {
    expect(smallVectors(`apply { ${body} }`)).toEqual(expected);
  });

  it.each([
    ["bits read as a signed number", "(int<8>) hdr.a.x == -8", 2],
    ["a number that has not these bits", "(int<16>) (int<8>) hdr.a.x == 128", 1],
    ["a negative number in more bits", "(int<16>) (int<8>) hdr.a.x == -1", 2],
    ["a sign bit", "(int<8>) hdr.a.x < 0", 2],
  ])("[F3] comparing %s", (_, test, count) => {
    expect(smallVectors(`apply { if (${test}) { hdr.a.y = 1; } }`)).toHaveLength(count);
  });

  it("[F3] what a signed comparison tells, the unsigned number knows", () => {
    const body = "if ((int<8>) hdr.a.x == -8) { if (hdr.a.x == 248) { hdr.a.y = 1; } }";
    expect(smallVectors(`apply { ${body} }`)).toEqual(["2 1 0 0 0 0", "2 0 0 0 0 0"]);
  });

  it.each([
    ["a mask and its complement", "16w0 &&& 0x8000: one; 16w0x8000 &&& 0x8000: two;", 2],
    ["a range over everything", "0 .. 65535: one; 3: two;", 1],
    ["ranges side by side", "0 .. 999: one; 1000 .. 65535: two;", 2],
    ["a value that a range held", "0 .. 999: one; 500: two;", 2],
    ["a mask inside a mask", "16w0x0a00 &&& 0xff00: one; 16w0x0a0b &&& 0xffff: two;", 2],
  ])("[F2] select over a wide field: %s", (_, cases, count) => {
    const parser = `state start { packet.extract(hdr.a); transition select(hdr.a.x ++ hdr.a.y) { ${cases} default: three; } }
      state one { packet.extract(hdr.b); transition accept; }
      state two { packet.extract(hdr.b); packet.extract(hdr.c); transition accept; }
      state three { transition accept; }`;
    expect(smallVectors("apply { }", parser)).toHaveLength(count);
  });
});
