import { describe, expect, it } from "vitest";
import { includedAs, programName, programSources } from "./sources.ts";

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

  it("takes what p4c-bm2-ss wrote as a program of its own", () => {
    const compiled = { name: "out/l3fwd.json", text: '{"header_types": [], "pipelines": []}' };
    const entries = { name: "s1-runtime.json", text: '{"table_entries": []}' };
    expect(programSources([compiled, entries])).toEqual([
      { name: "l3fwd", source: compiled.text, includes: { "s1-runtime.json": entries.text } },
    ]);
  });

  it("makes nothing of nothing", () => expect(programSources([])).toEqual([]));
});

it("drops the extension from the name", () => {
  expect(programName("l3fwd.P4")).toBe("l3fwd");
  expect(programName("notes.txt")).toBe("notes.txt");
});

describe("includedAs", () => {
  const file = (name: string, text: string) => ({ name, text });

  it.each([
    ["beside the file that asks", '#include "b.p4"', [file("src/b.p4", "B")], "src/a.p4", { "b.p4": "B" }],
    ["from the top", "#include <inc/b.p4>", [file("inc/b.p4", "B")], "src/a.p4", { "inc/b.p4": "B" }],
    ["one folder up", '#include "../b.p4"', [file("b.p4", "B")], "src/a.p4", { "../b.p4": "B" }],
    ["by the end of its path", '#include "b.p4"', [file("deep/b.p4", "B")], "", { "b.p4": "B" }],
    ["by its name alone", '#include "inc/b.p4"', [file("b.p4", "B")], "", { "inc/b.p4": "B" }],
    [
      "through another file",
      '#include "inc/b.p4"',
      [file("inc/b.p4", '#include "c.p4"'), file("inc/c.p4", "C")],
      "a.p4",
      { "inc/b.p4": '#include "c.p4"', "c.p4": "C" },
    ],
    [
      "not at all, and it keeps its name",
      "",
      [file("s1-runtime.json", "{}")],
      "",
      { "s1-runtime.json": "{}" },
    ],
  ])("finds a file %s", (_title, source, files, from, expected) => {
    expect(includedAs(source, files, from)).toEqual(expected);
  });

  it("takes neither of two that could be meant", () => {
    const files = [file("x/b.p4", "1"), file("y/b.p4", "2")];
    expect(includedAs('#include "b.p4"', files)).toEqual({ "x/b.p4": "1", "y/b.p4": "2" });
  });
});
