import { libraryDevices } from "@p4twin/models/device";
import { libraryFiles } from "@p4twin/models/library";
import type { ProgramText } from "@p4twin/models/program";
import { describe, expect, it } from "vitest";
import type { PageAnalysis, PageQuestion } from "./pageQuestions.ts";
import { createProgramSession } from "./programSession.ts";

const l3fwd = libraryFiles["programs/l3fwd.p4"] ?? "";
const program: ProgramText = { fileName: "l3fwd.p4", source: l3fwd, includes: {} };

const question = (revision: number, change: Partial<ProgramText> = {}): PageQuestion => ({
  kind: "analyse",
  revision,
  program: { ...program, ...change },
  devices: libraryDevices(),
  chosen: ["agilio-cx"],
  engine: "linear",
  packetBytes: 1500,
  selected: null,
  pinned: null,
  graphKey: null,
});

type Session = ReturnType<typeof createProgramSession>;
async function analyse(session: Session, asked: PageQuestion): Promise<PageAnalysis> {
  const answer = await session(asked);
  if (answer.kind !== "analyse") throw new Error(`an analysis was asked for, not ${answer.kind}`);
  return answer;
}

describe("program session", () => {
  it("gives every path on the chosen devices and the details of the one that is shown", async () => {
    const answer = await analyse(createProgramSession(), question(1));
    expect(answer.paths.count).toBe(3);
    // Table 4.1 of Harkous 2022
    expect(answer.devices["agilio-cx"]?.latency?.meanUs[0]).toBeCloseTo(8.56, 2);
    expect(answer.devices["netfpga-sume"]).toMatchObject({ latency: null });
    expect(answer.details[0]?.path.id).toBe("p1");
    expect(Object.keys(answer.details[0]?.estimates ?? {})).toHaveLength(libraryDevices().length);
    expect(answer.outline.map(({ name }) => name)).toContain("IngressImpl");
  });

  it("tells which lines count, how often, and a path that passes", async () => {
    const { lines } = await analyse(createProgramSession(), question(1));
    const line = 1 + l3fwd.slice(0, l3fwd.indexOf("packet.extract(hdr.ipv4)")).split("\n").length - 1;
    expect(lines.find((each) => each.line === line)).toEqual({
      line,
      counts: { parse: 1 },
      firstPath: "p1",
    });
  });

  it("sends a drawing only when it changed", async () => {
    const session = createProgramSession();
    const first = await analyse(session, question(1));
    const second = await analyse(session, { ...question(2), graphKey: first.graphKey } as PageQuestion);
    expect([first.graph === null, second.graph === null, second.graphKey]).toEqual([
      false,
      true,
      first.graphKey,
    ]);
  });

  it("still answers about the last good analysis while the text has mistakes", async () => {
    const session = createProgramSession();
    await analyse(session, question(1));
    const broken = await analyse(session, question(2, { source: l3fwd.replace("header", "haeder") }));
    expect(broken.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
    await analyse(session, question(3, { source: l3fwd.replace("parser", "praser") }));
    expect(await session({ kind: "paths", revision: 1, ids: ["p2"] })).toMatchObject({
      details: [{ path: { id: "p2" } }],
    });
    expect(await session({ kind: "paths", revision: 2, ids: ["p2"] })).toMatchObject({ details: null });
  });

  it("knows names, and the text of files that are built in", async () => {
    const session = createProgramSession();
    await analyse(session, question(1));
    const offset = l3fwd.indexOf("ipv4_lpm.apply");
    expect(await session({ kind: "symbol", revision: 1, file: "l3fwd.p4", offset })).toMatchObject({
      symbol: { kind: "table", name: "ipv4_lpm" },
    });
    expect(await session({ kind: "file", revision: 1, file: "core.p4" })).toMatchObject({
      text: expect.stringContaining("packet_in"),
    });
  });

  it.each([
    ["commands of BMv2", "table_set_default ipv4_lpm drop", 2],
    [
      "JSON of the tutorials",
      JSON.stringify({
        table_entries: [{ table: "ipv4_lpm", default_action: true, action_name: "drop" }],
      }),
      2,
    ],
  ])("narrows paths by table contents: %s", async (_title, text, expected) => {
    const answer = await analyse(createProgramSession(), question(1, { entries: { name: "s1.txt", text } }));
    expect(answer.paths.count).toBe(expected);
  });

  it("says what is wrong with table contents", async () => {
    const entries = { name: "s1.json", text: "{ nothing" };
    const { diagnostics } = await analyse(createProgramSession(), question(1, { entries }));
    expect(diagnostics[0]).toMatchObject({ severity: "error", message: /s1\.json is not JSON/ });
  });

  it("compares with another program: paths, latency on the chosen devices, lines", async () => {
    const session = createProgramSession();
    await analyse(session, question(1));
    const before = { ...program, source: l3fwd.replace("ipv4_lpm.apply();", "") };
    const answer = await session({ kind: "compare", revision: 1, before });
    if (answer.kind !== "compare") throw new Error("a comparison was asked for");
    expect(answer.comparison?.paths.map(({ change }) => change)).toContain("changed");
    const [path] = answer.comparison?.paths ?? [];
    const after = path?.latency["agilio-cx"]?.after;
    expect(after?.meanUs).toBeCloseTo(8.56, 2);
    // 0.4 us of the fit and 0.21 us of a packet (thesis Sec. 4.2.1, 4.4.1)
    expect((after?.meanHighUs ?? 0) - (after?.meanLowUs ?? 0)).toBeCloseTo(0.8, 2);
    expect((after?.highUs ?? 0) - (after?.lowUs ?? 0)).toBeCloseTo(2 * Math.hypot(0.4, 0.21), 2);
    expect(answer.files[0]?.hunks[0]?.lines.filter(({ kind }) => kind === "added")).toHaveLength(1);
  });
});
