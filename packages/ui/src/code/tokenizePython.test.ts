import { expect, it } from "vitest";
import { tokenizePython } from "./tokenizePython.ts";

it("colours keywords, names that are defined, texts, numbers and comments of Python", () => {
  const text = '# note\ndef half(x):\n    """doc"""\n    return f"{x / 2.5}" if x is not None else None\n';
  expect([...tokenizePython(text)].map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ["comment", "# note"],
    ["keyword", "def"],
    ["type", "half"],
    ["string", '"""doc"""'],
    ["keyword", "return"],
    ["string", 'f"{x / 2.5}"'],
    ["keyword", "if"],
    ["keyword", "is"],
    ["keyword", "not"],
    ["keyword", "None"],
    ["keyword", "else"],
    ["keyword", "None"],
  ]);
});

it("goes on after what is no Python", () => {
  expect(tokenizePython("def (:\n  return 1").length).toBeGreaterThan(1);
});
