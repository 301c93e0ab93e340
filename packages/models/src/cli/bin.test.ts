import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildOfSources } from "../../bin/builtCli.mjs";
import { libraryFiles } from "../../library/index.ts";
import { estimateReportSchema } from "../latency/index.ts";

const bin = fileURLToPath(new URL("../../bin/p4twin.mjs", import.meta.url));
const fixtures = fileURLToPath(new URL("fixtures", import.meta.url));

function p4twin(argv: readonly string[], { input = "", node = process.execPath } = {}) {
  const { status, stdout, stderr } = spawnSync(node, [bin, ...argv], {
    cwd: fixtures,
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("p4twin", () => {
  it("estimates L3Fwd of the library on the Agilio: 8.56 us on the slowest path", () => {
    const { status, stdout, stderr } = p4twin(["estimate", "lib:l3fwd", "--device", "agilio-cx", "--json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const report = estimateReportSchema.parse(JSON.parse(stdout));
    expect(report).toMatchObject({
      program: "l3fwd.p4",
      device: "agilio-cx",
      packetBytes: 1500,
      engine: "linear",
    });
    expect(report.maxUs).toBe(8.56);
    const slowest = report.estimates.find((e) => e.meanUs === report.maxUs)!;
    expect([slowest.lowUs, slowest.highUs]).toEqual([8.1082, 9.0118]);
    expect(slowest.terms).toEqual([
      { construct: "base", count: 1, unitUs: 7.45, totalUs: 7.45 },
      { construct: "parse", count: 1, unitUs: 0.11, totalUs: 0.11 },
      { construct: "modify", count: 2, unitUs: 0.5, totalUs: 1 },
    ]);
  });

  it("prints the vectors of a program from standard input", () => {
    const { status, stdout } = p4twin(["features", "-", "--json"], {
      input: libraryFiles["programs/l3fwd.p4"]!,
    });
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ architecture: "v1model", truncated: false, diagnostics: [] });
    expect(report.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(report.max).toEqual({ parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 });
    expect(report.paths).toHaveLength(report.pathCount);
  });

  it.each([
    { maxUs: "8.56", status: 0, text: "holds the budget" },
    { maxUs: "8.5", status: 3, text: "is over the budget" },
  ])("checks a budget of $maxUs us: exit $status", ({ maxUs, status, text }) => {
    const ran = p4twin(["check", "lib:l3fwd", "--device", "agilio-cx", "--max-us", maxUs]);
    expect(ran).toMatchObject({ status, stderr: "" });
    expect(ran.stdout).toContain(text);
  });

  it("marks an error in a program with file, line and column, and exits 1", () => {
    const ran = p4twin(["features", "missing-semicolon.p4", "--json"]);
    expect(ran).toMatchObject({ status: 1, stdout: "" });
    expect(ran.stderr).toMatch(/^missing-semicolon\.p4:\d+:\d+: error: .+ \[[\w-]+\]$/m);
  });

  it("bad usage exits 2 with nothing on standard output", () => {
    expect(p4twin(["estimate", "lib:l3fwd"])).toMatchObject({ status: 2, stdout: "" });
  });

  // every machine of ours has an older Node beside the bundled one; otherwise this Node is taken
  const system = existsSync("/usr/bin/node") ? "/usr/bin/node" : process.execPath;

  it("works on a Node that is too old for TypeScript", () => {
    const ran = p4twin(["devices", "cpu"], { node: system });
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(ran.stdout).toContain("CPU (Table 5.6)");
    expect(p4twin(["nothing"], { node: system }).status).toBe(2);
  });

  it.each([process.execPath, system])(
    "starts from the sources where nothing is built of them: %s",
    (node) => {
      // a clone whose files have other names and times
      const clone = mkdtempSync(join(tmpdir(), "p4twin-clone-"));
      onTestFinished(() => rmSync(clone, { recursive: true }));
      const models = fileURLToPath(new URL("../..", import.meta.url));
      cpSync(join(models, "bin"), join(clone, "bin"), { recursive: true });
      for (const name of ["src", "library"]) symlinkSync(join(models, name), join(clone, name));
      symlinkSync(join(models, "..", "..", "node_modules"), join(clone, "node_modules"));
      const { status, stdout, stderr } = spawnSync(
        node,
        [join(clone, "bin", "p4twin.mjs"), "devices", "cpu"],
        {
          encoding: "utf8",
        },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("CPU (Table 5.6)");
    },
  );

  it("a source that changes is not that of the build any more", () => {
    const clone = mkdtempSync(join(tmpdir(), "p4twin-sources-"));
    onTestFinished(() => rmSync(clone, { recursive: true }));
    for (const name of ["src", "library", "bin"]) mkdirSync(join(clone, name));
    const file = join(clone, "src", "a.ts");
    const at = (text: string, seconds: number): string => {
      writeFileSync(file, text);
      utimesSync(file, seconds, seconds);
      return buildOfSources(clone);
    };
    const built = at("1", 1_000);
    expect(at("1", 1_000)).toBe(built);
    expect(new Set([built, at("1", 1_001), at("12", 1_000)]).size).toBe(3);
    at("1", 1_000);
    writeFileSync(join(clone, "src", "a.test.ts"), "");
    expect(buildOfSources(clone)).toBe(built);
    writeFileSync(join(clone, "src", "b.ts"), "");
    expect(buildOfSources(clone)).not.toBe(built);
  });
});
