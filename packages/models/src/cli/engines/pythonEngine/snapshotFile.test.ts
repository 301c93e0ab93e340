import { expect, it } from "vitest";
import { createSnapshotFile, type Start } from "./snapshotFile.ts";

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
