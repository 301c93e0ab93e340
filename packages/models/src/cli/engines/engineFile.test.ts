import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { sharePython } from "../../../testing/cli/sharedPython.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { estimateReportSchema } from "../../latency/index.ts";
import { placementSchema } from "../../placement/index.ts";

/** An interpreter loads in a second or two; a busy machine takes its time. */
const timeout = 300_000;
const estimate = ["estimate", "lib:l3fwd", "--device", "agilio-cx", "--json", "--engine"];

const docs = readFileSync(join(import.meta.dirname, "../../../../../docs/08-engines.md"), "utf8");
/** The Python block of the documentation that defines this function. */
const documented = (name: string): string =>
  [...docs.matchAll(/```python\n([\s\S]*?)```/g)]
    .map(([, code = ""]) => code)
    .find((code) => code.includes(`def ${name}(`)) ?? "";

const python = sharePython();
afterAll(() => python.stop());
const run = (argv: readonly string[], files: Record<string, string> = {}) =>
  runInProcess(argv, { files, startPython: python.start });

describe("--engine FILE.py", () => {
  it("runs the first estimator of docs/08-engines.md", { timeout }, async () => {
    const ran = await run([...estimate, "doc.py"], { "doc.py": documented("estimate") });
    expect(ran).toMatchObject({ code: 0, err: "" });
    // 7.45 us is the base of the Agilio (thesis Eq. 4.5), 0.4 us the example's price of a table
    expect(JSON.parse(ran.out)).toMatchObject({ maxUs: 7.45 + 0.4 });
  });

  it("runs the first placement solver of docs/08-engines.md", { timeout }, async () => {
    const problem = {
      devices: [{ id: "npu1", profile: "npu" }],
      chains: [{ id: "a1", functions: ["fw", "nat"], gbps: 1, maxDelayUs: 60 }],
    };
    const files = { "doc.py": documented("place"), "problem.json": JSON.stringify(problem) };
    const ran = await run(["place", "problem.json", "--json", "--engine", "doc.py"], files);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(ran.out)).toMatchObject({ embedded: 1, chains: [{ hosts: ["npu1", "npu1"] }] });
  });

  it("estimates with the example of the library, which the linear model agrees with", {
    timeout,
  }, async () => {
    const ran = await run([...estimate, "lib:expensive_tables.py"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    const report = estimateReportSchema.parse(JSON.parse(ran.out));
    // one table: no penalty, so this is the 8.56 us of thesis Table 4.1
    expect(report).toMatchObject({ engine: "expensive_tables.py", maxUs: 8.56 });
  });

  it("places with the example of the library, checked like any engine", { timeout }, async () => {
    const files = { "mine.py": libraryFiles["engines/least_loaded.py"] ?? "" };
    const ran = await run(["place", "lib:small-cloud", "--json", "--engine", "mine.py"], files);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(placementSchema.parse(JSON.parse(ran.out))).toMatchObject({
      status: "feasible",
      engine: "mine.py",
    });
  });

  it("shows a mistake at the line of the file, with the traceback", { timeout }, async () => {
    const files = { "bad.py": 'print("here")\n\ndef estimate(p, d, o):\n    return p["nothing"]\n' };
    const ran = await run([...estimate, "bad.py"], files);
    expect(ran).toMatchObject({
      code: 1,
      out: "",
      err: `here
Traceback (most recent call last):
  File "bad.py", line 4, in estimate
    return p["nothing"]
KeyError: 'nothing'
bad.py:4:12: error: KeyError: 'nothing' [engine-exception]
`,
    });
  });

  it("refuses an answer that breaks a constraint, in words", { timeout }, async () => {
    const files = {
      "bad.py": 'def place(p, o):\n    return {"chains": [{"id": "a1", "hosts": ["nowhere"] * 3}]}\n',
    };
    const ran = await run(["place", "lib:small-cloud", "--engine", "bad.py"], files);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('"nowhere", which is not a device');
  });

  it("names a file that is not there", async () => {
    const ran = await run([...estimate, "none.py"]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain("none.py: error: no such file");
  });
});
