import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSnapshotFile, readAndClose, type Start } from "./snapshotFile.ts";

/** Starts one after the other; each becomes ready before the next, and the one that makes the snapshot writes it. */
function startsOf(snapshots: ReturnType<typeof createSnapshotFile>, count: number): Start[] {
  return Array.from({ length: count }, () => {
    const { start } = snapshots.next();
    snapshots.ready(start);
    return start;
  });
}

it.each([
  ["needs one interpreter mostly", false, ["fresh", "making", "restored"]],
  ["soon needs another", true, ["making", "restored"]],
])("a process that %s", (_, atFirst, starts) => {
  expect(startsOf(createSnapshotFile({ atFirst }), starts.length)).toEqual(starts);
});

it("begins with what a build left from its first start on, and by itself when that did not work", () => {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "memory"), "held");
  const snapshots = createSnapshotFile({ made: () => join(folder, "memory") });
  const { start, fd } = snapshots.next();
  expect(start).toBe("restored");
  expect(new TextDecoder().decode(readAndClose(fd as number))).toBe("held");
  snapshots.failed("restored");
  expect(snapshots.next()).toEqual({ start: "fresh", fd: null });
});

it("makes its own where a build left nothing, or what it left is gone", () => {
  const gone = createSnapshotFile({ made: () => join(tmpdir(), "p4twin-memory-that-is-gone") });
  expect(startsOf(gone, 3)).toEqual(["fresh", "making", "restored"]);
});

it("starts by itself while the snapshot is being made, and makes it again when its maker ended before", () => {
  const snapshots = createSnapshotFile({ atFirst: true });
  expect([snapshots.next().start, snapshots.next().start]).toEqual(["making", "fresh"]);
  snapshots.failed("making");
  expect(snapshots.next().start).toBe("making");
});

it("starts by itself for ever once a snapshot did not work", () => {
  const snapshots = createSnapshotFile({ atFirst: true });
  expect(startsOf(snapshots, 2)).toEqual(["making", "restored"]);
  snapshots.failed("restored");
  expect(snapshots.next()).toEqual({ start: "fresh", fd: null });
});
