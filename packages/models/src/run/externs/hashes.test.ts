import { describe, expect, it } from "vitest";
import { hashName, hashOf } from "./hashes.ts";

const nine = new TextEncoder().encode("123456789");

describe("hashes", () => {
  it.each([
    // check values of the usual catalogues of CRCs
    ["crc8", 0xf4n],
    ["crc16", 0xbb3dn],
    ["crcCCITT", 0x29b1n],
    ["crc32", 0xcbf43926n],
    ["crc64", 0x46a5a9388a5beffen],
    ["csum16", 0xf62an],
    ["xor16", 0x3908n],
    ["identity", 0x3132333435363738n],
  ] as const)("%s of 123456789", (name, value) => {
    expect(hashOf(name, nine)).toBe(value);
  });

  it("the example of RFC 1071", () => {
    expect(hashOf("csum16", Uint8Array.of(0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7))).toBe(0x220dn);
  });

  it("custom ones begin as the plain ones, unknown ones have no name", () => {
    expect(hashName("crc32_custom")).toBe("crc32");
    expect(hashName("random")).toBeNull();
  });
});
