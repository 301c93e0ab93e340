import { libraryDevice } from "@p4twin/models/device";
import { publishedCsv, publishedDevices, unlikePublished } from "@p4twin/models/device/testing";
import { describe, expect, it } from "vitest";
import { EXAMPLE, fitDraft } from "./fitDraft.ts";

describe("fitDraft", () => {
  it("fits the example: all costs are seen, with an offset for the small packets", () => {
    const { fit, diagnostics, measurements } = fitDraft(EXAMPLE, "example.csv", null);
    expect(diagnostics).toEqual([]);
    expect(measurements).toHaveLength(17);
    expect(fit?.coefficients.map(({ name, status }) => [name, status])).toEqual([
      ["base", "fitted"],
      ["parse", "fitted"],
      ["modify", "fitted"],
      ["copy", "fitted"],
      ["remove", "fitted"],
      ["add", "fitted"],
      ["table", "fitted"],
      ["64 B", "fitted"],
    ]);
    expect(fit?.r2).toBeGreaterThan(0.99);
  });

  it.each(publishedDevices)("finds the published costs and bends of %s again", (id) => {
    const { fit, diagnostics } = fitDraft(publishedCsv(id), "runs.csv", libraryDevice(id));
    expect(diagnostics).toEqual([]);
    const { coefficients, rmseUs, bends } = fit!;
    const of = (key: "us" | "highUs") => Object.fromEntries(coefficients.map((c) => [c.name, c[key]!]));
    const found = { costUs: of("us"), highUs: of("highUs"), rmseUs, bends };
    expect(unlikePublished(id, found)).toEqual([]);
  });

  it("takes what is not seen from the like device", () => {
    const text = "parse,latencyUs\n1,7\n2,7.1\n3,7.2\n";
    const add = (like: Parameters<typeof fitDraft>[2]) =>
      fitDraft(text, "m.csv", like).fit?.coefficients.find(({ name }) => name === "add");
    expect(add(null)).toMatchObject({ us: null, status: "unseen" });
    expect(add(libraryDevice("agilio-cx"))).toMatchObject({ us: 1.59, status: "given" });
  });

  it("says why nothing can be fitted", () => {
    expect(fitDraft("parse,latencyUs\n1,7\n", "m.csv", null).obstacle).toMatch(/too few/);
    expect(fitDraft("parse,latencyUs\n1,x\n", "m.csv", null).diagnostics[0]?.span?.line).toBe(2);
  });
});
