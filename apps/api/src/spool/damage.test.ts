import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeRecord } from "./record.ts";
import { createSpool, defaultSpoolConfig, type Spool, type SpoolDeps } from "./spool.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "p4twin-damage-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type Row = { n: number; bytes: Uint8Array };
const row = (n: number): Row => ({ n, bytes: Uint8Array.of(n & 255, 7) });
const open = (change: Partial<typeof defaultSpoolConfig> = {}, deps: SpoolDeps = {}): Spool<Row> =>
  createSpool<Row>({ ...defaultSpoolConfig, memoryRows: 0, ...change, dir }, deps);
function drain(spool: Spool<Row>, maxRows = 1000): number[] {
  const all: number[] = [];
  for (let batch = spool.next(maxRows); batch; batch = spool.next(maxRows)) {
    all.push(...batch.records.flat().map((r) => r.n));
    batch.done();
  }
  return all;
}
const onlyFile = (): string => join(dir, readdirSync(dir).find((name) => name.endsWith(".spool")) ?? "");
const failure = (code: string): Error => Object.assign(new Error(`${code}: the disk says no`), { code });
/** The record of an earlier version of P4Twin. */
function oldRecord(rows: readonly Row[]): Buffer {
  const payload = serialize(rows);
  const bytes = Buffer.alloc(12 + payload.length);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeUInt32LE(rows.length, 8);
  bytes.set(payload, 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

describe("a damaged file", () => {
  it("a flipped byte in the middle loses its own record, and nothing that follows", () => {
    const first = open();
    for (let n = 0; n < 585; n++) first.append([row(n)]);
    const bytes = readFileSync(onlyFile());
    const at = Math.floor(bytes.length / 20);
    bytes[at] ^= 0xff;
    writeFileSync(onlyFile(), bytes);
    const second = open();
    const left = drain(second);
    expect(left.length).toBe(584);
    expect(second.state().damaged).toMatchObject({ records: 1, rows: 1 });
    expect(second.recovered + second.dropped()).toBe(585);
    expect(readdirSync(join(dir, "quarantine"))).toHaveLength(1);
  });

  it("any change of any bytes loses no record that is whole, and never throws", () => {
    const change = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom("overwrite", "insert", "cut"),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 120 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }),
        fc.array(change, { maxLength: 4 }),
        (sizes, changes) => {
          rmSync(dir, { recursive: true, force: true });
          const first = open();
          let next = 0;
          const written = sizes.map((size) => {
            const rows = Array.from({ length: size }, () => row(next++));
            first.append(rows);
            return { record: encodeRecord(rows), rows };
          });
          const path = onlyFile();
          let bytes = readFileSync(path);
          for (const { at, kind, bytes: some } of changes) {
            const from = at % (bytes.length + 1);
            const to = kind === "insert" ? from : Math.min(bytes.length, from + some.length);
            const put =
              kind === "cut" ? [] : [...some.subarray(0, kind === "insert" ? undefined : to - from)];
            bytes = Buffer.concat([bytes.subarray(0, from), Uint8Array.from(put), bytes.subarray(to)]);
          }
          writeFileSync(path, bytes);
          const whole = written.filter(({ record }) => bytes.includes(record)).flatMap(({ rows }) => rows);
          const second = open();
          const { damaged } = second.state();
          const wholeBytes = written
            .filter(({ record }) => bytes.includes(record))
            .reduce((sum, { record }) => sum + record.length, 0);
          expect(damaged.bytes).toBe(bytes.length - wholeBytes);
          expect(damaged.records > 0).toBe(damaged.bytes > 0);
          expect(drain(second)).toEqual(whole.map((r) => r.n));
          expect(second.waiting()).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("overwritten payloads are counted in rows: what was written is found or counted", () => {
    const first = open();
    for (let n = 0; n < 30; n++) first.append([row(n), row(n)]);
    const bytes = readFileSync(onlyFile());
    const length = bytes.length / 30;
    for (const record of [3, 4, 17]) bytes.fill(0, record * length + 25, record * length + 40);
    writeFileSync(onlyFile(), bytes);
    const second = open();
    expect([second.recovered, second.dropped()]).toEqual([54, 6]);
    expect(second.state().damaged).toMatchObject({ records: 3, rows: 6 });
  });

  it("files of an earlier version are read, also around a damaged record", () => {
    const records = [0, 1, 2, 3].map((n) => oldRecord([row(n)]));
    records[1]?.fill(0xee, 0, 20);
    writeFileSync(join(dir, "0.spool"), Buffer.concat(records));
    writeFileSync(join(dir, "1.spool"), oldRecord([row(4), row(5)]));
    const spool = open();
    spool.append([row(6)]);
    expect(drain(spool)).toEqual([0, 2, 3, 4, 5, 6]);
    expect(spool.state().damaged).toMatchObject({ records: 1, bytes: records[1]?.length });
  });

  it("the quarantine is bounded in files and bytes", () => {
    for (let n = 0; n < 12; n++) writeFileSync(join(dir, `${n}.v2.spool`), Buffer.alloc(500, n + 1));
    const spool = open({ quarantineBytes: 2_000, quarantineFiles: 3 });
    expect(spool.state().damaged).toEqual({ records: 12, rows: 0, bytes: 6_000 });
    expect(readdirSync(join(dir, "quarantine")).length).toBeLessThanOrEqual(3);
    expect(readdirSync(dir).filter((name) => name.endsWith(".spool"))).toEqual([]);
  });

  it("a payload that rots after the start is set aside and counted, and the flush goes on", () => {
    const spool = open();
    for (let n = 0; n < 3; n++) spool.append([row(n)]);
    const bytes = readFileSync(onlyFile());
    bytes.fill(0xaa, bytes.length / 3 + 22, bytes.length / 3 + 30);
    writeFileSync(onlyFile(), bytes);
    expect(drain(spool)).toEqual([0, 2]);
    expect([spool.waiting(), spool.dropped()]).toEqual([0, 1]);
  });

  it("a file that cannot be read (EIO) is set aside and counted, not thrown at every flush", () => {
    let broken = false;
    const readSync = ((...args: Parameters<typeof fs.readSync>) => {
      if (broken) throw failure("EIO");
      return fs.readSync(...args);
    }) as typeof fs.readSync;
    const spool = open({ fileBytes: 1 }, { fs: { ...fs, readSync } });
    for (let n = 0; n < 3; n++) spool.append([row(n)]);
    broken = true;
    expect(spool.next(1)).toBeNull();
    expect([spool.waiting(), spool.dropped()]).toEqual([0, 3]);
    expect(readdirSync(join(dir, "quarantine"))).toHaveLength(3);
    broken = false;
    spool.append([row(9)]);
    expect(drain(spool)).toEqual([9]);
  });

  it("too many open files is no damage: the rows come later", () => {
    let busy = true;
    const openSync = ((...args: Parameters<typeof fs.openSync>) => {
      if (busy && args[1] === "r") throw failure("EMFILE");
      return fs.openSync(...args);
    }) as typeof fs.openSync;
    const spool = open({}, { fs: { ...fs, openSync } });
    spool.append([row(1)]);
    expect(spool.next(5)).toBeNull();
    busy = false;
    expect(drain(spool)).toEqual([1]);
    expect(spool.dropped()).toBe(0);
  });
});

/** A disk with so many bytes left: a write that does not fit is cut short, and the next one fails. */
function smallDisk(freeBytes: number, truncates = true) {
  const disk = { freeBytes };
  const writeSync = ((fd: number, data: Buffer, from: number, length: number, at: number) => {
    if (disk.freeBytes <= 0) throw failure("ENOSPC");
    const written = fs.writeSync(fd, data, from, Math.min(length, disk.freeBytes), at);
    disk.freeBytes -= written;
    return written;
  }) as typeof fs.writeSync;
  const ftruncateSync: typeof fs.ftruncateSync = (fd, size) => {
    if (!truncates) throw failure("EIO");
    disk.freeBytes += fs.fstatSync(fd).size - (size ?? 0);
    fs.ftruncateSync(fd, size);
  };
  return { disk, fs: { ...fs, writeSync, ftruncateSync } };
}

describe("a disk that takes nothing", () => {
  it.each([true, false])(
    "a write that is cut short misaligns nothing: rows wait in memory, and go to the disk when it has room (truncates: %s)",
    (truncates) => {
      const small = smallDisk(250, truncates);
      const errors: unknown[] = [];
      const spool = open({}, { fs: small.fs, onError: (error) => errors.push(error) });
      for (let n = 0; n < 10; n++) spool.append([row(n)]);
      expect(spool.state().held.rows).toBeGreaterThan(2);
      expect(errors[0]).toMatchObject({ code: "ENOSPC" });
      small.disk.freeBytes = 1e6;
      spool.append([row(10)]);
      expect(spool.state().held).toEqual({ rows: 0, bytes: 0 });
      // killed: the next process reads the files
      const next = open();
      expect(drain(next)).toEqual(Array.from({ length: 11 }, (_, n) => n));
      if (truncates) expect(next.state().damaged.records).toBe(0);
    },
  );

  it("beyond the memory the oldest of what is held goes, counted; nothing throws", () => {
    const small = smallDisk(0);
    const spool = open({ heldBytes: 500 }, { fs: small.fs });
    for (let n = 0; n < 40; n++) spool.append([row(n)]);
    const { held, evicted, writeErrors } = spool.state();
    expect(held.bytes).toBeLessThanOrEqual(500);
    expect(held.rows + evicted).toBe(40);
    expect(writeErrors).toBe(40);
    const left = drain(spool);
    expect(left).toEqual(Array.from({ length: left.length }, (_, i) => 40 - left.length + i));
    expect(left.length + spool.dropped()).toBe(40);
  });

  it("a read-only disk: every call fails, rows are held and delivered, nothing throws", () => {
    const before = open();
    before.append([row(0)]);
    const no = (): never => {
      throw failure("EROFS");
    };
    const readOnly = {
      ...{ mkdirSync: no, writeSync: no, ftruncateSync: no, rmSync: no, renameSync: no, utimesSync: no },
      ...{ writeFileSync: no },
      openSync: ((path: string, flags: string) => (flags === "r" ? fs.openSync(path, flags) : no())) as never,
    };
    const spool = open({}, { fs: { ...fs, ...readOnly } });
    spool.append([row(1)]);
    expect(spool.state().held.rows).toBe(1);
    expect(drain(spool)).toEqual([0, 1]);
    spool.close();
  });

  it("while the disk guard says so, nothing is written; what is held goes to the disk at the end", () => {
    const spool = open({}, { mayWrite: () => false });
    spool.append([row(1), row(2)]);
    expect(spool.state()).toMatchObject({ held: { rows: 2 }, diskBytes: 0, writeErrors: 0 });
    spool.close();
    expect(drain(open())).toEqual([1, 2]);
  });

  it("keeps order and loses nothing, however often the disk comes and goes", () => {
    const step = fc.oneof(fc.constant("write" as const), fc.constant("take" as const), fc.nat(400));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        rmSync(dir, { recursive: true, force: true });
        const small = smallDisk(200);
        const spool = open({ fileBytes: 200 }, { fs: small.fs });
        let next = 0;
        const waiting: number[] = [];
        for (const s of steps) {
          if (s === "write") {
            spool.append([row(next)]);
            waiting.push(next++);
          } else if (s === "take") {
            const batch = spool.next(3);
            if (!batch) continue;
            const rows = batch.records.flat().map((r) => r.n);
            expect(rows).toEqual(waiting.splice(0, rows.length));
            batch.done();
          } else small.disk.freeBytes = s;
          expect(spool.waiting()).toBe(waiting.length);
        }
        small.disk.freeBytes = 1e6;
        spool.close();
        expect(drain(open()).slice(-waiting.length || 1e9)).toEqual(waiting);
      }),
      { numRuns: 100 },
    );
  });
});

it("a torn tail of a killed process is set aside, counted, and what the next process appends is read", () => {
  const first = open();
  first.append([row(1)]);
  first.append([row(2)]);
  truncateSync(onlyFile(), readFileSync(onlyFile()).length - 5);
  const second = open();
  second.append([row(3)]);
  expect(second.state().damaged).toMatchObject({ records: 1, rows: 1 });
  expect(drain(second)).toEqual([1, 3]);
});
