import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../core/index.ts";
import { compareEntities } from "./compareEntities.ts";
import { type Entity, keyOf } from "./entity.ts";
import { entitiesOf, leavesOf, SnapshotPacker } from "./pack.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const packed = (entities: Iterable<Entity>) => {
  const packer = new SnapshotPacker();
  for (const entity of entities) packer.add(entity);
  const chunks: { hash: string; text: string }[] = [];
  return { ...packer.pack(about, hash, (chunk) => chunks.push(chunk)), chunks };
};
const about = { pipeline: { p4Info: null, config: null, cookie: null }, bound: {} };

const route = (address: number, port: number): Entity => ({
  kind: "entry",
  table: "MyIngress.ipv4_lpm",
  match: {
    "hdr.ipv4.dstAddr": { kind: "lpm", value: `0x${(0x0a000000 + address).toString(16)}`, prefixBits: 32 },
  },
  ...{ priority: 0, isDefault: false, metadata: "" },
  action: {
    kind: "run",
    run: {
      name: "MyIngress.ipv4_forward",
      params: { dstAddr: `0x80000000${(address % 256).toString(16)}`, port: `0x${port.toString(16)}` },
    },
  },
});
const routes = (count: number): Entity[] => Array.from({ length: count }, (_, i) => route(i, i % 48));

/** Packs into a store of pieces, and reads back. */
function createStore() {
  const stored = new Map<string, string>();
  let bytes = 0;
  return {
    bytes: () => bytes,
    pack(entities: Iterable<Entity>) {
      const made = packed(entities);
      for (const { hash: name, text } of made.chunks) {
        if (stored.has(name)) continue;
        stored.set(name, text);
        bytes += name.length / 2 + deflateRawSync(text).length;
      }
      return made;
    },
    read: (nodes: readonly string[]): Entity[] =>
      nodes
        .flatMap((node) => leavesOf(stored.get(node) ?? ""))
        .flatMap((leaf) => entitiesOf(stored.get(leaf) ?? "")),
  };
}

test("what was packed is read back, in whatever order it came", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(5_000), { maxLength: 400 }), fc.nat(10), (addresses, seed) => {
      const entities = addresses.map((address) => route(address, address % 7));
      const store = createStore();
      const { root, snapshot } = store.pack(entities);
      expect(snapshot.entities).toBe(entities.length);
      const read = store.read(snapshot.nodes);
      expect(compareEntities(entities, read).changes).toEqual([]);
      const random = createRandom(seed);
      const shuffled = entities
        .map((entity) => ({ entity, at: random.integer(1_000) }))
        .sort((a, b) => a.at - b.at);
      expect(store.pack(shuffled.map(({ entity }) => entity)).root.hash).toBe(root.hash);
    }),
    { numRuns: 30 },
  );
});

test("an entry that comes, goes or changes touches its own leaf and node only", () => {
  const before = routes(10_000);
  const names = (entities: Entity[]) => new Set(packed(entities).chunks.map((chunk) => chunk.hash));
  const old = names(before);
  const news = (entities: Entity[]) => [...names(entities)].filter((name) => !old.has(name)).length;
  // leaf, node and root; a cut that comes or goes makes one more of each
  expect(news([...before, route(20_000, 1)])).toBeLessThanOrEqual(5);
  expect(news(before.filter((_, i) => i !== 5_000))).toBeLessThanOrEqual(5);
  expect(news(before.map((entity, i) => (i === 77 ? route(77, 400) : entity)))).toBe(3);
});

test("1,000 snapshots of 10,000 entries, ten entries changed in each, stay under 100 MB", () => {
  const store = createStore();
  const random = createRandom(1);
  const entities = routes(10_000);
  store.pack(entities);
  const first = store.bytes();
  const seen = 20;
  for (let snapshot = 0; snapshot < seen; snapshot++) {
    for (let i = 0; i < 10; i++) {
      const at = random.integer(entities.length);
      entities[at] = route(at, 50 + snapshot);
    }
    store.pack(entities);
  }
  const each = (store.bytes() - first) / seen;
  expect(first + 999 * each).toBeLessThan(100e6);
});

test("two keys differ in what a switch tells entries apart by, and in nothing else", () => {
  const one = route(1, 1);
  expect(keyOf(one)).toBe(keyOf(route(1, 2)));
  expect(keyOf(one)).not.toBe(keyOf(route(2, 1)));
  if (one.kind !== "entry") throw new Error("a route is an entry");
  expect(keyOf(one)).not.toBe(keyOf({ ...one, priority: 3 }));
  expect(keyOf(one)).toBe(keyOf({ ...one, metadata: "0x1" }));
});
