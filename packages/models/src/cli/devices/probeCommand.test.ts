import { describe, expect, it } from "vitest";
import { constructs } from "../../core/index.ts";
import { checkP4 } from "../../p4/index.ts";
import { bytesOfHex, createSwitch, install } from "../../run/index.ts";
import { runInProcess } from "../testing/testIo.ts";

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
    const count = (program: string, construct: string): number =>
      Number(rows.get(program)?.[columns.indexOf(construct)]);
    // what varies, on the base programs of the thesis; the stamp is one modified header
    expect([1, 4, 14].map((n) => count(`parse${n}`, "parse"))).toEqual([1, 4, 14]);
    expect([count("parse3", "modify"), count("parse4", "modify")]).toEqual([0, 1]);
    expect([count("modify3", "modify"), count("modify14", "modify")]).toEqual([4, 14]);
    expect([count("fields1", "modify"), count("fields4", "modify")]).toEqual([2, 2]);
    for (const construct of ["copy", "remove", "add"])
      expect([1, 5, 10].map((n) => count(`${construct}${n}`, construct))).toEqual([1, 5, 10]);
    expect([1, 14].map((n) => count(`table${n}`, "table"))).toEqual([2, 15]);
    // the packet of the sheet, with the entries of the program, meets just these
    for (const name of ["parse2", "modify5", "copy10", "remove10", "add7", "table3"]) {
      const checked = checkP4({ file: `${name}.p4`, text: String(written[`d/${name}.p4`]) });
      const made = createSwitch(checked, { trace: true });
      if (!made.ok) throw new Error(made.error.message);
      expect(install(made.value, String(written[`d/${name}.txt`]), name)).toEqual([]);
      const sent = made.value.receive(0, bytesOfHex(String(written["d/packet.hex"]).trim()));
      expect(sent).toMatchObject([{ port: 1 }]);
      const { passes } = made.value.takeTrace();
      const [parse, modify, copy, remove, add, table] = constructs.map((construct) => count(name, construct));
      expect(passes.map((pass) => pass.features())).toEqual([{ parse, modify, copy, remove, add, table }]);
    }
  });

  it.each([
    ["no folder", ["probe"]],
    ["a packet that is too small", ["probe", "--out", "d", "--bytes", "100"]],
  ])("%s: exit 2", async (_, argv) => {
    expect((await runInProcess(argv)).code).toBe(2);
  });
});
