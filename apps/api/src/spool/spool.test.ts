import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSpool, defaultSpoolConfig, type Spool } from "./spool.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "p4twin-spool-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type Row = { n: number; bytes: Uint8Array };
const row = (n: number): Row => ({ n, bytes: Uint8Array.of(n & 255, 7) });
const open = (change: Partial<typeof defaultSpoolConfig> = {}): Spool<Row> =>
  createSpool<Row>({ ...defaultSpoolConfig, ...change, dir });
const numbers = (rows: readonly Row[]) => rows.map((r) => r.n);
/** Takes everything that waits. */
function drain(spool: Spool<Row>, maxRows = 1000): number[] {
  const all: number[] = [];
  for (let batch = spool.next(maxRows); batch; batch = spool.next(maxRows)) {
    all.push(...numbers(batch.records.flat()));
    batch.done();
  }
  return all;
}
const files = () => readdirSync(dir).filter((name) => name.endsWith(".spool"));

it("gives rows back in order, and leaves no file when all is done", () => {
  const spool = open();
  spool.append([row(1), row(2)]);
  spool.append([row(3)]);
  expect(spool.waiting()).toBe(3);
  expect(spool.next(1)?.records.flat()).toEqual([row(1), row(2)]);
  expect(drain(spool)).toEqual([1, 2, 3]);
  expect([spool.waiting(), files().length]).toEqual([0, 0]);
  spool.append([row(4)]);
  expect(drain(spool)).toEqual([4]);
});

it("a process that ends without being asked leaves its rows, and the next one says so", () => {
  const first = open();
  first.append([row(1)]);
  first.next(1)?.done();
  first.append([row(2), row(3)]);
  // no close: killed
  const second = open();
  expect(second.recovered).toBe(2);
  expect(second.interruption).toMatchObject({ rows: 2 });
  second.append([row(4)]);
  expect(drain(second)).toEqual([2, 3, 4]);
  second.close();
  const third = open();
  expect([third.recovered, third.interruption]).toEqual([0, null]);
});

it.each([
  [0, 0],
  [3, 0],
  [9, 0xab],
  [20, 0],
  [25, 0xff],
])("a record that was cut off after %d bytes is left out, those before it are kept", (cut, fill) => {
  const first = open();
  first.append([row(1)]);
  first.append([row(2)]);
  const [name] = files();
  const path = join(dir, name ?? "");
  const { size } = statSync(path);
  first.append([row(3)]);
  truncateSync(path, size + cut);
  appendFileSync(path, Buffer.alloc(300, fill));
  const second = open();
  expect(second.recovered).toBe(2);
  expect(drain(second)).toEqual([1, 2]);
});

it("beyond the disk space the oldest rows go, counted; rows beyond the memory are read back", () => {
  const spool = open({ maxBytes: 1000, fileBytes: 1, memoryRows: 2 });
  for (let n = 0; n < 40; n++) spool.append([row(n)]);
  const left = drain(spool);
  expect(left.length).toBeGreaterThan(2);
  expect(left.length + spool.dropped()).toBe(40);
  expect(left).toEqual(Array.from({ length: left.length }, (_, i) => 40 - left.length + i));
});

it("loses, doubles and reorders nothing, whatever the order of appends, takes and restarts", () => {
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ take: fc.integer({ min: 1, max: 8 }) }),
    fc.constant("restart" as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      rmSync(dir, { recursive: true, force: true });
      let spool = open({ fileBytes: 150, memoryRows: 4 });
      let next = 0;
      const waiting: number[] = [];
      for (const s of steps) {
        if (s === "restart") {
          const again = open({ fileBytes: 150, memoryRows: 4 });
          // what was done in a file that is not yet wholly done comes again
          const found = again.waiting();
          expect(found).toBeGreaterThanOrEqual(waiting.length);
          const batch = again.next(found);
          if (batch) {
            expect(numbers(batch.records.flat()).slice(found - waiting.length)).toEqual(waiting);
            batch.done();
          }
          waiting.length = 0;
          spool = again;
        } else if ("append" in s) {
          const rows = Array.from({ length: s.append }, () => row(next++));
          spool.append(rows);
          waiting.push(...numbers(rows));
        } else {
          const batch = spool.next(s.take);
          expect(batch === null).toBe(waiting.length === 0);
          if (!batch) continue;
          expect(numbers(batch.records.flat())).toEqual(waiting.splice(0, batch.records.flat().length));
          batch.done();
        }
        expect(spool.waiting()).toBe(waiting.length);
      }
    }),
    { numRuns: 60 },
  );
});
