import { type EntityComparison, entityWords, placeOf } from "@p4twin/models/snapshot";
import type { SnapshotComparison } from "./schema.ts";

/** The first `most` changes in words. */
export const shownChanges = (
  { changes }: Pick<EntityComparison, "changes">,
  most: number,
): SnapshotComparison["changes"] =>
  changes.slice(0, most).map((each) => {
    const entity = each.change === "removed" ? each.before : each.after;
    return {
      change: each.change,
      place: placeOf(entity),
      key: entityWords(entity)[0],
      before: each.change === "added" ? null : entityWords(each.before)[1],
      after: each.change === "removed" ? null : entityWords(each.after)[1],
    };
  });
