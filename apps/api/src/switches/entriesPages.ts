import { inflateRawSync } from "node:zlib";
import { forAll } from "../shared/caller.ts";
import type { EntriesOfLeaves } from "../shared/parsing/entriesTask.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import type { Entries } from "./schema.ts";
import type { SnapshotReader } from "./snapshotReader.ts";

type Counted = { at: Date; body: Uint8Array } | null;
type Asked = Pick<EntriesOfLeaves, "place" | "text" | "offset" | "limit"> & { root: string };

/** Pages that are kept (our choice): those who look at one ask for it again every few seconds. */
const KEPT = 20;
const LINE_FEED = 10;

/**
 * Pages of the entries of a snapshot. A hundred thousand of them take seconds to be read and searched, so that is done
 * apart from this process, once for all who ask; a page without a filter reads no more than it shows.
 */
export function createEntriesPages({ reader, analyses }: { reader: SnapshotReader; analyses: Parsing }) {
  const kept = new Map<string, Promise<Pick<Entries, "rows" | "total">>>();

  const make = async ({ root, ...asked }: Asked, latest: Counted, earlier: Counted) => {
    const { leaves, before, whole } = await leavesFor(reader, root, asked);
    const sinceS = latest && earlier ? (latest.at.getTime() - earlier.at.getTime()) / 1_000 : null;
    const { rows, total } = await forAll(() =>
      analyses.must(
        "entries",
        {
          ...{ ...asked, leaves, offset: asked.offset - before },
          ...{ latest: latest?.body ?? null, earlier: earlier?.body ?? null },
        },
        "the entries",
      ),
    );
    return {
      rows: rows.map(({ between, ...row }) => ({
        ...row,
        perS: between !== null && between >= 0 && sinceS ? between / sinceS : null,
      })),
      total: whole ?? total,
    };
  };

  return async (
    asked: Asked,
    latest: Counted,
    earlier: Counted,
  ): Promise<Pick<Entries, "rows" | "total">> => {
    const name = JSON.stringify([asked, latest?.at ?? null, earlier?.at ?? null]);
    const known = kept.get(name);
    const page = known ?? make(asked, latest, earlier);
    // the one that was asked for last goes last
    kept.delete(name);
    kept.set(name, page);
    for (const old of kept.keys()) if (kept.size > KEPT) kept.delete(old);
    try {
      return await page;
    } catch (error) {
      kept.delete(name);
      throw error;
    }
  };
}

/** The leaves that a page needs, and the entities before them; `whole`: how many there are, where all of them fit. */
async function leavesFor(
  reader: SnapshotReader,
  root: string,
  { place, text, offset, limit }: Omit<Asked, "root">,
): Promise<{ leaves: Uint8Array[]; before: number; whole: number | null }> {
  const leaves: Uint8Array[] = [];
  if (place !== undefined || text !== "") {
    for await (const leaf of reader.leaves(root)) leaves.push(leaf);
    return { leaves, before: 0, whole: null };
  }
  const { entities: whole } = await reader.snapshot(root);
  let [before, read] = [0, 0];
  for await (const leaf of reader.leaves(root)) {
    let lines = 1;
    for (const byte of inflateRawSync(leaf)) if (byte === LINE_FEED) lines++;
    read += lines;
    if (read <= offset) before = read;
    else leaves.push(leaf);
    if (read >= offset + limit) break;
  }
  return { leaves, before, whole };
}
