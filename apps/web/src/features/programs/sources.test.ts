import { describe, expect, it } from "vitest";
import { programName, programSources } from "./sources.ts";

const main = { name: "fwd.p4", text: "V1Switch(P(), V(), I(), E(), C(), D()) main;" };
const headers = { name: "headers.p4", text: "header h_t { bit<8> f; }" };

describe("programSources", () => {
  it("gives the other files to the one with main", () => {
    expect(programSources([headers, main])).toEqual([
      { name: "fwd", source: main.text, includes: { "headers.p4": headers.text } },
    ]);
  });

  it("makes one program of each main", () => {
    expect(programSources([main, { ...main, name: "b.p4" }]).map((p) => p.name)).toEqual(["fwd", "b"]);
  });

  it("keeps a file without main, so that its errors can be shown", () => {
    expect(programSources([headers])).toEqual([{ name: "headers", source: headers.text, includes: {} }]);
  });

  it("makes nothing of nothing", () => expect(programSources([])).toEqual([]));
});

it("drops the extension from the name", () => {
  expect(programName("l3fwd.P4")).toBe("l3fwd");
  expect(programName("notes.txt")).toBe("notes.txt");
});
