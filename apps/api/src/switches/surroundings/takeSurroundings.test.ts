import { inflateRawSync } from "node:zlib";
import { boundSegmentSchema } from "@p4twin/models/twin";
import { expect, test } from "vitest";
import { DomainError } from "../../errors.ts";
import { readingSchema } from "../schema.ts";
import { deploymentPieceSchema, manifestSchema } from "./pieces.ts";
import { createSurroundingsTaker, MOST_SEGMENTS, nodeIdsOf, REMEMBERED } from "./takeSurroundings.ts";

const segment = (id: string, label: string, nodeId: number) =>
  boundSegmentSchema.parse({
    ...{ id, name: id, kind: "uc1", plUs: 1, dlUs: 2 },
    ...{ from: { nodeId }, to: { nodeId } },
    elements: [{ kind: "switch", label, nodeId }],
  });

/** Deployments by id, each with its segments; `reads` counts how often one is read whole. */
function taker(deployed: Record<string, ReturnType<typeof segment>[]>) {
  const reads: string[] = [];
  const missing = (): never => {
    throw new DomainError("not_found", "there is none");
  };
  const take = createSurroundingsTaker({
    topologies: { heads: async () => [], get: missing },
    chains: { get: missing },
    devices: { get: missing },
    deployments: {
      revisions: async () => Object.keys(deployed).map((id) => ({ id, name: id, revision: 1 })),
      get: async (id) => {
        reads.push(id);
        return {
          ...{ id, name: id, revision: 1, status: "active", createdAt: "", updatedAt: "" },
          ...{ segments: deployed[id] ?? [], chainName: null, chainVersionId: null, placementId: null },
        };
      },
    },
  });
  return { take, reads };
}
async function taken(
  { take }: ReturnType<typeof taker>,
  attached: { name: string; deviceId: string; device: string | null },
  shares = false,
  intNodeIds: number[] = [],
) {
  const reading = readingSchema.parse({
    ...{ apiVersion: null, cookie: null, config: "none", tables: [], entities: 0, readMs: 1 },
    ...{ unread: [], notes: [], intNodeIds },
  });
  const { manifest: hash, pieces } = await take(attached, nodeIdsOf({ ...attached, reading }, shares));
  const texts = new Map(pieces.map((p) => [p.hash, inflateRawSync(p.body).toString("utf8")]));
  const manifest = manifestSchema.parse(JSON.parse(texts.get(hash) ?? ""));
  const documents = manifest.deployments.map(({ piece }) =>
    deploymentPieceSchema.parse(JSON.parse(texts.get(piece) ?? "")),
  );
  return { manifest, documents, ids: manifest.deployments.map(({ id }) => id) };
}
const leaf = { name: "leaf", deviceId: "7", device: null };

test.each([
  [
    "by its name, whatever its id",
    leaf,
    false,
    { a: [segment("s", "leaf", 3)], b: [segment("s", "x", 3)] },
    ["a"],
  ],
  ["by its device id as INT node id", leaf, false, { a: [segment("s", "x", 7)] }, ["a"]],
  ["not by an id that another switch has too", leaf, true, { a: [segment("s", "x", 7)] }, []],
  [
    "not by an id of 64 bits that no node can have",
    { ...leaf, deviceId: "18446744073709551615" },
    false,
    { a: [segment("s", "x", 7)] },
    [],
  ],
])("a switch is known in a deployment %s", async (_, attached, shares, deployed, ids) => {
  expect((await taken(taker(deployed), attached, shares)).ids).toEqual(ids);
});

test.each([
  ["although another switch has its device id", 3, true, ["a"]],
  ["and not by its device id", 7, false, []],
])("a switch is known by the INT node id that its entries set, %s", async (_, nodeId, shares, ids) => {
  const made = taker({ a: [segment("s", "x", nodeId)] });
  expect((await taken(made, leaf, shares, [3])).ids).toEqual(ids);
});

test("of a deployment with more segments than are kept, the first are", async () => {
  const segments = Array.from({ length: MOST_SEGMENTS + 1 }, (_, n) => segment(`s${n}`, "leaf", 7));
  const { documents } = await taken(taker({ a: segments }), leaf);
  expect(documents[0]?.segments).toEqual(segments.slice(0, MOST_SEGMENTS));
  expect(documents[0]?.of).toBe(MOST_SEGMENTS + 1);
});

test("what did not change is not read again, and a profile that was removed is none", async () => {
  const made = taker({ a: [segment("s", "leaf", 7)] });
  const first = await taken(made, { ...leaf, device: "gone" });
  expect(await taken(made, { ...leaf, device: "gone" })).toEqual(first);
  expect(first.manifest.profile).toBeNull();
  expect(made.reads).toEqual(["a"]);
});

test("200 clouds and deployments are remembered; of more the oldest is read again", async () => {
  const ids = Array.from({ length: REMEMBERED + 1 }, (_, n) => `d${n}`);
  const made = taker(Object.fromEntries(ids.map((id) => [id, [segment("s", "leaf", 7)]])));
  await taken(made, leaf);
  expect(made.reads).toEqual(ids);
  await taken(made, leaf);
  expect(made.reads.slice(ids.length)[0]).toBe("d0");
});
