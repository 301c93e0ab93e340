import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createPythonHost } from "../../../engine/index.ts";
import { createSnapshotFile } from "./snapshotFile.ts";
import { spawnPythonChild } from "./spawnPythonChild.ts";

it("an engine runs although the memory that a build made is damaged", { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "memory");
  writeFileSync(path, "");
  const damaged = createSnapshotFile({ made: () => path });
  const host = createPythonHost(() => spawnPythonChild(damaged), { keepsOneReady: false });
  const source = "def estimate(program, device, options): return 7";
  const task = { call: "estimate", file: "engine.py", source, arguments: "[{}, {}, {}]" } as const;
  expect(await host.run(task, { timeLimitS: 30 })).toMatchObject({ ok: true, answer: 7 });
  expect(damaged.next().start).toBe("fresh");
});
