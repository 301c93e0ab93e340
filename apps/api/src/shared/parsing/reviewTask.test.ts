import { libraryFiles } from "@p4twin/models/library";
import { analyseText } from "@p4twin/models/program";
import { expect, onTestFinished, test } from "vitest";
import { analysisLimits, createParsing } from "./parsing.ts";
import { reviewProgramsTask } from "./reviewTask.ts";
import { tasks } from "./tasks.ts";

const source = libraryFiles["programs/l3fwd.p4"] ?? "";
const side = (routes: readonly string[], text = source) => ({
  ...{ name: "l3fwd", file: "l3fwd.p4", source: text, includes: {} },
  entries: { fileName: "entries", text: routes.map((each) => `table_add ipv4_lpm ${each}`).join("\n") },
});
const forwards = side(["ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 1"]);
const others = side([
  "ipv4_forward 10.0.2.0/24 => 00:00:00:00:01:02 2",
  "ipv4_forward 10.0.3.0/24 => 00:00:00:00:01:03 3",
]);
const broken = side([], "control {");

test.each([
  ["entries that install the same actions", others],
  ["entries of other actions", side(["drop 10.0.1.0/24 =>"])],
  ["another program", side(["drop 10.0.1.0/24 =>"], source.replace("hdr.ipv4.ttl - 1", "hdr.ipv4.ttl - 2"))],
])("both versions of a review have the paths that each has alone: %s", (_what, after) => {
  const both = reviewProgramsTask({ before: forwards, after, devices: [] });
  for (const [given, read] of [
    [forwards, both.before],
    [after, both.after],
  ] as const) {
    const { file, includes, entries } = given;
    const text = { fileName: file, source: given.source, includes };
    const alone = analyseText({ ...text, entries: { name: entries.fileName, text: entries.text } });
    expect(read?.report).toEqual(alone.report);
  }
});

test("a version with errors says them, and no packet is sent", () => {
  const { before, after, estimates } = reviewProgramsTask({ before: forwards, after: broken, devices: [] });
  expect(before?.problems).toEqual([]);
  expect(after).toMatchObject({
    report: null,
    problems: [{ severity: "error" }, ...after!.problems.slice(1)],
  });
  expect(estimates).toEqual([]);
  const asked = { packets: 10, seed: 1, recorded: [], compareEntries: true };
  const nothing = { packets: null, entries: null, refused: null, notCompared: [] };
  expect(tasks.reviewSides({ before: forwards, after: broken, ...asked })).toEqual(nothing);
});

test("a task over two versions has the time of two", async () => {
  const brief = createParsing({ ...analysisLimits, limitMs: 1 });
  onTestFinished(brief.stop);
  await expect(
    brief.must("reviewPrograms", { before: forwards, after: others, devices: [] }, "l3fwd.p4"),
  ).rejects.toThrow("Reading l3fwd.p4 took longer than 0.002 s");
});
