import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type WideScope, within } from "../database/scope.ts";
import { columnsOf, namesOfPlace, ofWorkspace, type Place, withPlace } from "./place.ts";
import { type AlertRecord, type RecordFilter, type RecordKind, recordSchema } from "./schema.ts";
import { namesOf } from "./userNames.ts";

export type NewRecord = {
  what: Exclude<RecordKind, "thresholds">;
  place: Place;
  eventId: string | null;
  by: string | null;
  at: Date;
  before?: AlertRecord["before"];
  after?: AlertRecord["after"];
};

/** The audit of alerts: rows of its own, and the changes of thresholds, which deployments keep. */
export function createRecordStore({ db, workspaceId }: WideScope) {
  const range = ({ from, to }: RecordFilter) => ({
    ...(from && { gte: new Date(from) }),
    ...(to && { lt: new Date(to) }),
  });
  return {
    async add(tx: Tx, { before, after, place, ...record }: NewRecord): Promise<void> {
      await tx.alertRecord.create({
        data: {
          ...record,
          ...columnsOf(place),
          ...(before && { before: toJson(before) }),
          ...(after && { after: toJson(after) }),
        },
      });
    },

    /**
     * Newest first. A segment's list has what was done to the whole deployment too; an event's has its own
     * entries only.
     */
    async list(filter: RecordFilter): Promise<AlertRecord[]> {
      const { deploymentId, segmentId, switchId, eventId, limit } = filter;
      const ofDeployment = deploymentId && { deploymentId };
      const [records, changes] = await Promise.all([
        db.alertRecord.findMany({
          where: {
            AND: ofWorkspace(workspaceId),
            ...ofDeployment,
            ...(switchId && { switchId }),
            // a mute is one entry of its segment; events that it covered have one each, for their own lists
            ...(eventId
              ? { eventId }
              : { NOT: { what: { in: ["muted", "unmuted"] }, eventId: { not: null } } }),
            ...(segmentId && { switchId: null, OR: [{ segmentId: null }, { segmentId }] }),
            at: range(filter),
          },
          include: withPlace,
          orderBy: [{ at: "desc" }, { id: "desc" }],
          take: limit,
        }),
        eventId || switchId
          ? []
          : db.thresholdChange.findMany({
              where: {
                deployment: { ...within(workspaceId), removedAt: null },
                ...ofDeployment,
                ...(segmentId && { segmentId }),
                changedAt: range(filter),
              },
              include: { deployment: withPlace.deployment },
              orderBy: { changedAt: "desc" },
              take: limit,
            }),
      ]);
      const names = await namesOf(db, [...records.map((r) => r.by), ...changes.map((c) => c.changedBy)]);
      const all = [
        ...records.map((r) => ({ ...r, ...namesOfPlace(r), by: names(r.by), at: r.at.toISOString() })),
        ...changes.map(({ changedBy, changedAt, ...c }) => ({
          ...c,
          ...namesOfPlace({ ...c, switch: null }),
          switchId: null,
          what: "thresholds",
          eventId: null,
          by: names(changedBy),
          at: changedAt.toISOString(),
        })),
      ];
      return recordSchema
        .array()
        .parse(all)
        .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, limit);
    },
  };
}
export type RecordStore = ReturnType<typeof createRecordStore>;
