import { exportersOf, type SegmentDraft } from "./draft.ts";

/** Whether the switches of a segment are heard now; node ids that are null in the draft are left out. */
export type BindingCheck = { key: string; name: string; heard: number[]; missing: number[] };

/**
 * Holds the node ids of each draft against those that exporters name in their reports: of a draft that names its
 * exporters only theirs count, because node ids are not unique beyond one.
 */
export function checkBindings(
  drafts: readonly SegmentDraft[],
  exporters: readonly { address: string; nodeIds: readonly number[] }[],
): BindingCheck[] {
  return drafts.map((draft) => {
    const own = exportersOf(draft);
    const matching = exporters.filter(({ address }) => own.length === 0 || own.includes(address));
    const heardIds = new Set(matching.flatMap((e) => e.nodeIds));
    const ids = [
      draft.from.nodeId,
      draft.to.nodeId,
      ...draft.elements.map((e) => (e.kind === "switch" ? e.nodeId : null)),
    ].filter((id) => id !== null);
    const wanted = [...new Set(ids)].sort((a, b) => a - b);
    return {
      key: draft.key,
      name: draft.name,
      heard: wanted.filter((id) => heardIds.has(id)),
      missing: wanted.filter((id) => !heardIds.has(id)),
    };
  });
}
