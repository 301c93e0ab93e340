import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Entity, keyOf, SnapshotPacker } from "@p4twin/models/snapshot";
import { expect, test } from "vitest";
import { type EntriesOfLeaves, entriesTask } from "../shared/parsing/entriesTask.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import type { ChunkStore } from "./chunkStore.ts";
import { createEntriesPages } from "./entriesPages.ts";
import { createSnapshotReader } from "./snapshotReader.ts";

const COUNT = 2_000;
const entries = Array.from(
  { length: COUNT },
  (_, n): Entity => ({
    kind: "entry",
    table: n % 4 === 0 ? "I.acl" : "I.route",
    match: { "h.ipv4.dst": { kind: "exact", value: `0x${(0x0a000000 + n).toString(16)}` } },
    ...{ priority: 0, isDefault: false, metadata: "" },
    action: { kind: "run", run: { name: "I.forward", params: { port: "0x1" } } },
  }),
);
const inOrder = entries.map(keyOf).sort();
const sample = (packets: number) => ({
  at: new Date(packets),
  body: new Uint8Array(deflateRawSync(JSON.stringify({ [inOrder[1_500]!]: [packets, 1] }))),
});

/** Pages of a snapshot of these; `tasks`: leaves that each task got. */
function stored() {
  const bodies = new Map<string, Uint8Array>();
  const packer = new SnapshotPacker();
  for (const entry of entries) packer.add(entry);
  const about = { pipeline: { p4Info: null, config: null, cookie: null }, bound: {} };
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const { root } = packer.pack(about, hash, ({ hash: name, text }) => {
    bodies.set(name, new Uint8Array(deflateRawSync(text)));
  });
  const textOf = (name: string): string => inflateRawSync(bodies.get(name)!).toString("utf8");
  const chunks = {
    text: async (name: string) => textOf(name),
    texts: async (names: readonly string[]) => new Map(names.map((name) => [name, textOf(name)])),
    bodies: async (names: readonly string[]) => new Map(names.map((name) => [name, bodies.get(name)!])),
  } as unknown as ChunkStore;
  const tasks: number[] = [];
  const analyses = {
    must: async (_: string, input: EntriesOfLeaves) => {
      tasks.push(input.leaves.length);
      return entriesTask(input);
    },
  } as unknown as Parsing;
  const page = createEntriesPages({ reader: createSnapshotReader(chunks), analyses });
  const all = { root: root.hash, place: undefined, text: "", offset: 0, limit: 100 };
  return { page, tasks, all };
}

test("a page without a filter reads the leaves that it shows, wherever it is, and counts all", async () => {
  const { page, tasks, all } = stored();
  for (const offset of [0, 70, 1_450, 1_950]) {
    const { rows, total } = await page({ ...all, offset }, sample(90), sample(30));
    expect(total).toBe(COUNT);
    expect(rows.map(({ key }) => key)).toHaveLength(Math.min(100, COUNT - offset));
    const hit = rows[1_500 - offset];
    if (hit) expect(hit).toMatchObject({ packets: 90, bytes: 1, perS: 1_000 });
  }
  expect(Math.max(...tasks)).toBeLessThan(12);
});

test("a filter is held against all, by place and by what an entry says", async () => {
  const { page, all } = stored();
  const acl = await page({ ...all, place: "I.acl", offset: 490 }, null, null);
  expect([acl.total, acl.rows.length, acl.rows[0]?.packets]).toEqual([COUNT / 4, 10, null]);
  const one = await page({ ...all, text: "0xa0007cf" }, null, null);
  expect([one.total, one.rows[0]?.place]).toEqual([1, "I.route"]);
});

test("a page is made once for all who ask, and of 21 the oldest is made again", async () => {
  const { page, tasks, all } = stored();
  await Promise.all([page(all, sample(5), null), page(all, sample(5), null)]);
  expect(tasks).toHaveLength(1);
  // other counters are another page
  await page(all, sample(6), null);
  expect(tasks).toHaveLength(2);
  for (let n = 1; n <= 19; n++) await page({ ...all, offset: n }, null, null);
  await page(all, sample(6), null);
  expect(tasks).toHaveLength(21);
  await page(all, sample(5), null);
  expect(tasks).toHaveLength(22);
});
