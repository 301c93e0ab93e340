import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "p4twin-launch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stands for the command line: makes objects that stay, and says how much room new ones have. */
const GREEDY = `exports.run = () => {
  const kept = [];
  for (let index = 0; index < 1_000_000; index++) kept.push({ index, next: [index] });
  const young = require("node:v8").getHeapSpaceStatistics().find((each) => each.space_name === "new_space");
  console.log(kept.length, young.space_size);
};`;

it("the packed command line's start gives new objects two halves of 8 MB at most", () => {
  copyFileSync(join(import.meta.dirname, "..", "..", "bin", "launch.cjs"), join(folder, "p4twin.cjs"));
  writeFileSync(join(folder, "cli.cjs"), GREEDY);
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const started = spawnSync(process.execPath, [join(folder, "p4twin.cjs")], { encoding: "utf8", env });
  const [kept, roomBytes = Number.NaN] = started.stdout.split(" ").map(Number);
  expect({ kept, stderr: started.stderr }).toEqual({ kept: 1_000_000, stderr: "" });
  expect(roomBytes).toBeLessThanOrEqual(2 * 8 * 2 ** 20);
});
