import { expect, it } from "vitest";
import { type Settable, settingRows, valueProblem } from "./settingRows.ts";

const parameter = (n: number): Settable["parameters"][number] => ({
  ...{ entry: `I.slices meta.slice=0x${n.toString(16)}`, action: "I.queue_manage", parameter: "c_delay" },
  ...{ bits: 48, value: "20000" },
  setting: { kind: "parameter", table: "I.slices", key: `entry ${n}`, parameter: "c_delay" },
});
const settable = (count: number): Settable => ({
  writing: null,
  registers: [
    { name: "I.drop_latency", size: 1, bits: 48 },
    { name: "I.t1", size: 65_536, bits: 48 },
  ],
  parameters: Array.from({ length: count }, (_, n) => parameter(n)),
  total: count + 5,
});

it("cells of small registers come first, then parameters; what is left out is counted and named", () => {
  const { rows, more, large } = settingRows(settable(100), "");
  expect(rows).toHaveLength(64);
  expect(rows[0]).toEqual({
    ...{ id: "I.drop_latency[0]", where: "Register", name: "I.drop_latency[0]", bits: 48 },
    setting: { kind: "register", register: "I.drop_latency", index: 0 },
  });
  expect(more).toBe(101 - 64 + 5);
  expect(large).toEqual(["I.t1 (65536 cells)"]);
  expect(settingRows(settable(100), " 0X10 c").rows.map(({ id }) => id)).toEqual([
    "I.slices meta.slice=0x10 c_delay",
  ]);
});

it.each([
  ["511", 9, null],
  ["512", 9, "At most 511."],
  ["", 9, "A whole number."],
  ["1.5", 9, "A whole number."],
  ["18446744073709551615", 64, null],
])("%s in %i bits: %s", (text, bits, problem) => {
  expect(valueProblem(text, bits)).toBe(problem);
});
