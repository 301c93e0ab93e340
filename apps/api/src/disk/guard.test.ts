import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../observability/log.ts";
import { createBoundedLog } from "./boundedLog.ts";
import { diskErrorIn } from "./errors.ts";
import { createDiskGuard, defaultDiskGuardConfig } from "./guard.ts";
import { boundBytes, defaultDiskBounds, diskSteps, LEAVE_FACTOR, nextStep, refusedAt } from "./steps.ts";

const TOTAL = 1e9;
const MB = 1e6;

describe("steps", () => {
  it.each([
    ["ok", 200 * MB, "ok", []],
    ["ok", 99 * MB, "low", ["uploads"]],
    ["low", 110 * MB, "low", ["uploads"]],
    ["low", 126 * MB, "ok", []],
    ["ok", 49 * MB, "very-low", ["uploads", "replays"]],
    ["very-low", 63 * MB, "low", ["uploads"]],
    ["ok", 19 * MB, "full", ["uploads", "replays", "windows"]],
    ["full", 24 * MB, "full", ["uploads", "replays", "windows"]],
    ["full", 200 * MB, "ok", []],
  ] as const)(
    "%s with %d bytes free of 1 GB becomes %s, and refuses %j",
    (current, freeBytes, next, refused) => {
      expect(nextStep(current, { freeBytes, totalBytes: TOTAL }, defaultDiskBounds)).toBe(next);
      expect(refusedAt(next)).toEqual(refused);
    },
  );

  it("more room never makes it worse, and what brought a step keeps it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...diskSteps), fc.nat(TOTAL), fc.nat(TOTAL), (current, a, b) => {
        const at = (freeBytes: number) =>
          diskSteps.indexOf(nextStep(current, { freeBytes, totalBytes: TOTAL }, defaultDiskBounds));
        expect(at(Math.max(a, b))).toBeLessThanOrEqual(at(Math.min(a, b)));
        const reached = diskSteps[at(a)];
        expect(nextStep(reached, { freeBytes: a, totalBytes: TOTAL }, defaultDiskBounds)).toBe(reached);
      }),
    );
  });
});

/** A guard over a disk that the test fills; the reserve is a real file. */
async function guardOf(freeBytes: number) {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-guard-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const disk = { freeBytes, refuses: null as string | null, now: 1_000_000 };
  const reserveBytes = async () => (await stat(join(dir, "disk-reserve")).catch(() => null))?.size ?? 0;
  const guard = createDiskGuard(
    { ...defaultDiskGuardConfig, dir, everyMs: 3_600_000, reserve: { bytes: 4 * MB, share: 0.1 } },
    {
      log: createLog("silent"),
      elapsedMs: () => disk.now,
      disk: {
        room: async () => ({ freeBytes: disk.freeBytes - (await reserveBytes()), totalBytes: TOTAL }),
        write: async () => {
          if (disk.refuses) throw Object.assign(new Error("refused"), { code: disk.refuses });
        },
      },
    },
  );
  const heard: string[] = [];
  guard.onChange(({ step }) => heard.push(step));
  await guard.start();
  onTestFinished(() => guard.stop());
  const look = async (change: Partial<typeof disk> = {}) => {
    Object.assign(disk, change);
    await guard.look();
    return guard.state();
  };
  return { guard, heard, look, dir, reserveBytes };
}

describe("disk guard", () => {
  it("goes down step by step, gives the reserve back when the disk is full, and recovers alone", async () => {
    const { guard, heard, look, reserveBytes } = await guardOf(500 * MB);
    expect(guard.state()).toMatchObject({ step: "ok", refused: [], error: null });
    expect(await reserveBytes()).toBe(4 * MB);
    expect([guard.allows("uploads"), guard.allows("windows")]).toEqual([true, true]);
    await look({ freeBytes: 80 * MB });
    expect([guard.allows("uploads"), guard.allows("replays")]).toEqual([false, true]);
    await look({ freeBytes: 40 * MB });
    expect(guard.allows("replays")).toBe(false);
    expect(await look({ freeBytes: 10 * MB })).toMatchObject({ step: "full", reserve: { bytes: 0 } });
    // the room that the reserve gave is not room
    expect(await look()).toMatchObject({ step: "full" });
    expect(await look({ freeBytes: 27 * MB })).toMatchObject({ step: "full" });
    expect(await look({ freeBytes: 500 * MB })).toMatchObject({ step: "ok", reserve: { bytes: 4 * MB } });
    expect(heard).toEqual(["low", "very-low", "full", "ok"]);
  });

  it("a disk that is full at the start gives its reserve back at once: PostgreSQL starts with it", async () => {
    const { dir, reserveBytes, look } = await guardOf(500 * MB);
    expect(await reserveBytes()).toBe(4 * MB);
    await look({ freeBytes: 0 });
    expect(await readdir(dir)).toEqual([]);
  });

  it.each([
    ["EROFS", "read-only"],
    ["EIO", "does not work"],
    ["ENOSPC", "full"],
  ])(
    "a write that fails with %s counts and stops writing, whatever room there seems to be",
    async (code, words) => {
      const { guard, look } = await guardOf(500 * MB);
      await look({ refuses: code });
      guard.report(Object.assign(new Error("no"), { code }));
      guard.report(new Error("a bug, not the disk"));
      expect(guard.state()).toMatchObject({ step: "full", writeErrors: 1, error: { code } });
      expect(guard.state().error?.words).toContain(words);
      // not trusted at once
      expect(await look({ refuses: null })).toMatchObject({ step: "full" });
      expect(await look({ now: 1_010_000 })).toMatchObject({ step: "ok", error: null });
    },
  );

  it("a read-only file system is noticed without anybody writing", async () => {
    const { guard, look } = await guardOf(500 * MB);
    await look({ refuses: "EROFS" });
    for (let i = 0; i < 10; i++) await look();
    expect(guard.state()).toMatchObject({ step: "full", error: { code: "EROFS" } });
  });

  it("bounds are shares of a small disk, and bytes of a large one", () => {
    expect(boundBytes(defaultDiskBounds.full, 300 * MB)).toBe(6 * MB);
    expect(boundBytes(defaultDiskBounds.full, 1e12)).toBe(64 * 1024 ** 2);
    expect(LEAVE_FACTOR).toBeGreaterThan(1);
  });
});

describe("the log of another program", () => {
  it("takes two files of bounded size, and keeps its end in memory where the disk takes nothing", async () => {
    const dir = await mkdtemp(join(tmpdir(), "p4twin-log-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const path = join(dir, "x.log");
    await writeFile(path, "from before\n");
    const log = createBoundedLog({ path, maxBytes: 1_000, tailBytes: 50 });
    for (let n = 0; n < 200; n++) log.write(Buffer.from(`line ${n} of a long story\n`));
    expect((await readdir(dir)).sort()).toEqual(["x.log", "x.log.1"]);
    expect((await stat(path)).size).toBeLessThan(1_100);
    expect((await stat(`${path}.1`)).size).toBeLessThan(1_100);
    const nowhere = createBoundedLog({ path: join(dir, "none", "x.log"), maxBytes: 10, tailBytes: 60 });
    nowhere.write(Buffer.from("PANIC: could not write: No space left on device\n"));
    expect(diskErrorIn(nowhere.tail())).toBe("ENOSPC");
  });
});
