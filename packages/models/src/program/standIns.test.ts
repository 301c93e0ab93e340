import { describe, expect, it } from "vitest";
import { analyseProgram } from "./analyseProgram.ts";
import { analyseText } from "./analyseText.ts";
import { all, small } from "./fixtures/smallProgram.ts";

const hashing = (annotation: string): string =>
  small(
    all,
    `apply {
      hash(meta.m, HashAlgorithm.crc16, 8w0, { hdr.a.x }, 8w255);
      hash(meta.m, HashAlgorithm.crc32, 8w0, { hdr.a.x }, 8w255);
    }`,
  ).replace("control I(", `${annotation} control I(`);

const externs = (source: string, standIns?: Record<string, string>) => {
  const { report, walks } = analyseText({ fileName: "small.p4", source, standIns });
  return { named: report.paths.map((path) => path.externs), walks, diagnostics: report.diagnostics };
};

describe("externs that stand for others", () => {
  it("[G10] the program says what its externs count as, and an option says otherwise", () => {
    const source = hashing('@stands_for("hash", "SipHash-2-4")');
    expect(externs(source)).toMatchObject({ named: [["SipHash-2-4"]], diagnostics: [] });
    expect(externs(source, { hash: "aes" })).toMatchObject({ named: [["aes"]] });
    expect(externs(source).walks?.standIns).toEqual({ hash: "SipHash-2-4" });
    expect(externs(hashing("")).named).toEqual([["hash"]]);
  });

  it("[G10] an annotation without two names changes nothing and is a warning", () => {
    const { report } = analyseProgram({ file: "small.p4", text: hashing('@stands_for("hash")') });
    expect(report.diagnostics).toMatchObject([{ severity: "warning", code: "program-stand-in" }]);
    expect(report.paths.map((path) => path.externs)).toEqual([["hash"]]);
  });
});
