import { checkP4, symbolAt } from "@p4twin/models/p4";
import { describe, expect, it } from "vitest";
import { hoverOf, wordAt } from "./hover.ts";

const TEXT = `typedef bit<48> mac_t;
const bit<16> IPV4 = 0x800;
// Link layer.
header eth_t { mac_t dst; varbit<320> rest; }
`;
const checked = checkP4({ file: "a.p4", text: TEXT });
const over = (word: string, costs: string[] = []) => {
  const at = TEXT.indexOf(word);
  return hoverOf(symbolAt(checked, "a.p4", at), wordAt(TEXT, at), costs);
};

describe("hoverOf", () => {
  it.each([
    ["dst", { code: "mac_t dst", facts: ["type bit<48>", "48 bits (6 bytes)", "in header eth_t"] }],
    ["IPV4", { code: "const bit<16> IPV4 = 0x800", facts: ["16 bits (2 bytes)", "value 2048"] }],
  ])("tells type, width and value of %s", (word, expected) => expect(over(word)).toMatchObject(expected));

  it("says that a width is the most, and what the comment says", () => {
    expect(over("eth_t")?.facts).toEqual(
      expect.arrayContaining(["up to 368 bits (46 bytes)", "Link layer."]),
    );
  });

  it("ends with what the line costs, also over a word without meaning", () => {
    const cost = ["parse: 1 × 1.00 µs = 1.00 µs on npu"];
    expect(over("dst", cost)?.facts.at(-1)).toBe(cost[0]);
    expect(over("header", cost)).toMatchObject({ code: "this line", facts: cost });
    expect(over("header")).toBeNull();
  });
});
