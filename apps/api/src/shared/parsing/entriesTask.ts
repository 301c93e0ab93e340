import { inflateRawSync } from "node:zlib";
import { type Entity, entitiesOf, entityWords, keyOf, placeOf } from "@p4twin/models/snapshot";
import { packetsBetween, readCounts } from "../switchCounters.ts";

export type EntriesOfLeaves = {
  /** of a snapshot, in order, deflated */
  leaves: readonly Uint8Array[];
  place: string | undefined;
  /** lower case; "" fits all */
  text: string;
  offset: number;
  limit: number;
  /** samples of counters, deflated */
  latest: Uint8Array | null;
  earlier: Uint8Array | null;
};
type Row = { place: string; key: string; value: string } & Record<
  "packets" | "bytes" | "between",
  number | null
>;

/** One page of the entries that fit, with what was counted of them, and how many fit. */
export function entriesTask(input: EntriesOfLeaves): { rows: Row[]; total: number } {
  const { leaves, place, text, offset, limit } = input;
  const found: Entity[] = [];
  let total = 0;
  for (const leaf of leaves)
    for (const entity of entitiesOf(inflateRawSync(leaf).toString("utf8"))) {
      if (place !== undefined && placeOf(entity) !== place) continue;
      // an address is found as it is shown, and as the switch has it
      const words = text && [...entityWords(entity), keyOf(entity)].join(" ").toLowerCase();
      if (!words.includes(text)) continue;
      if (total++ >= offset && found.length < limit) found.push(entity);
    }
  const keys = found.map(keyOf);
  // one after the other: of a million entries each is large
  const latest = input.latest && readCounts(input.latest, keys);
  const earlier = input.earlier && readCounts(input.earlier, keys);
  const rows = found.map((entity): Row => {
    const [key, value] = entityWords(entity);
    const [packets, bytes] = latest?.[keyOf(entity)] ?? [null, null];
    const between = latest && earlier ? packetsBetween(earlier, latest, entity) : null;
    return { place: placeOf(entity), key, value, packets, bytes, between };
  });
  return { rows, total };
}
