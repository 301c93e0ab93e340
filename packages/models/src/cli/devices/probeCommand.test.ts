import { describe, expect, it } from "vitest";
import { type Ran, runInProcess } from "../../../testing/cli/testIo.ts";
import { type Construct, constructs } from "../../core/index.ts";
import { checkP4 } from "../../p4/index.ts";
import { analyseProgram } from "../../program/index.ts";
import { bytesOfHex, createSwitch, install } from "../../run/index.ts";

/** The packet of the sheet, with the entries of the program, meets just these. */
function meetsItsCounts(
  written: Ran["written"],
  name: string,
  count: (construct: Construct) => number,
): void {
  const checked = checkP4({ file: `${name}.p4`, text: String(written[`d/${name}.p4`]) });
  const made = createSwitch(checked, { trace: true });
  if (!made.ok) throw new Error(made.error.message);
  expect(install(made.value, String(written[`d/${name}.txt`]), name)).toEqual([]);
  const sent = made.value.receive(0, bytesOfHex(String(written["d/packet.hex"]).trim()));
  expect(sent).toMatchObject([{ port: 1 }]);
  const { passes } = made.value.takeTrace();
  expect(
    passes.map((pass) => pass.features()),
    name,
  ).toEqual([Object.fromEntries(constructs.map((construct) => [construct, count(construct)]))]);
}

describe("probe", () => {
  it("writes a program for each point of the seven experiments, with the counts that its packet meets", async () => {
    const { code, out, err, written } = await runInProcess(["probe", "--out", "d", "--bytes", "300"]);
    expect([code, out, err]).toEqual([
      0,
      "78 programs of 7 experiments, a packet of 300 bytes and sheet.csv in d\n",
      "",
    ]);
    expect(String(written["d/packet.hex"]).trim()).toHaveLength(600);
    const [heading = "", ...lines] = String(written["d/sheet.csv"]).trim().split("\n");
    const columns = heading.split(",");
    const rows = new Map(lines.map((line) => [line.split(",")[0], line.split(",")]));
    const count = (program: string, construct: Construct): number =>
      Number(rows.get(program)?.[columns.indexOf(construct)]);
    // what varies, on the base programs of the thesis; the stamp is one modified header
    expect([1, 4, 14].map((n) => count(`parse${n}`, "parse"))).toEqual([1, 4, 14]);
    expect([count("parse3", "modify"), count("parse4", "modify")]).toEqual([0, 1]);
    expect([count("modify3", "modify"), count("modify14", "modify")]).toEqual([4, 14]);
    expect([count("fields1", "modify"), count("fields4", "modify")]).toEqual([2, 2]);
    for (const construct of ["copy", "remove", "add"] as const)
      expect([1, 5, 10].map((n) => count(`${construct}${n}`, construct))).toEqual([1, 5, 10]);
    expect([1, 14].map((n) => count(`table${n}`, "table"))).toEqual([2, 15]);
    for (const name of ["parse2", "modify5", "copy10", "remove10", "add7", "table3"])
      meetsItsCounts(written, name, (construct) => count(name, construct));
  });

  it("writes mixed programs, with the counts that its packet meets", async () => {
    const { out, written } = await runInProcess(["probe", "--out", "d", "--mixed", "20"]);
    expect(out).toBe(
      "20 programs that vary all constructs at once, a packet of 1000 bytes and sheet.csv in d\n",
    );
    const [, ...lines] = String(written["d/sheet.csv"]).trim().split("\n");
    expect(lines).toHaveLength(20);
    for (const line of lines) {
      const [name = "", , ...counts] = line.split(",");
      meetsItsCounts(written, name, (construct) => Number(counts[constructs.indexOf(construct)]));
    }
  });

  it.each(["psa", "tna"])(
    "%s: one path of each program has its counts, all tables hit",
    async (architecture) => {
      const { written } = await runInProcess(["probe", "--out", "d", "--arch", architecture]);
      const [, ...lines] = String(written["d/sheet.csv"]).trim().split("\n");
      expect(lines).toHaveLength(78);
      for (const line of lines.filter((_, i) => i % 6 === 0)) {
        const [name = "", , ...cells] = line.split(",");
        const counts = Object.fromEntries(constructs.map((construct, i) => [construct, Number(cells[i])]));
        const { report } = analyseProgram({ file: `${name}.p4`, text: String(written[`d/${name}.p4`]) });
        expect([name, report.architecture, report.diagnostics]).toEqual([name, architecture, []]);
        const most = report.paths
          .filter(({ outcome }) => outcome === "forward")
          .map(({ features }) => features);
        expect(most, name).toContainEqual(counts);
      }
    },
  );

  it.each([
    ["an architecture without programs", ["probe", "--out", "d", "--arch", "sume"]],
    ["no folder", ["probe"]],
    ["a packet that is too small", ["probe", "--out", "d", "--bytes", "100"]],
    ["fewer mixed programs than costs", ["probe", "--out", "d", "--mixed", "7"]],
    ["more mixed programs than there may be", ["probe", "--out", "d", "--mixed", "49"]],
  ])("%s: exit 2", async (_, argv) => {
    expect((await runInProcess(argv)).code).toBe(2);
  });
});
