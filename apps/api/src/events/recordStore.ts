import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type WideScope, within } from "../database/scope.ts";
import { type AlertRecord, type RecordFilter, type RecordKind, recordSchema } from "./schema.ts";
import { segmentNameOf } from "./store.ts";
import { namesOf } from "./userNames.ts";

export type NewRecord = {
  what: Exclude<RecordKind, "thresholds">;
  deploymentId: string;
  segmentId: string | null;
  eventId: string | null;
  by: string | null;
  at: Date;
  before?: AlertRecord["before"];
  after?: AlertRecord["after"];
};

const withDeployment = { deployment: { select: { name: true, segments: true } } };
type Context = { deployment: { name: string; segments: Prisma.JsonValue } };

/** The audit of alerts: rows of its own, and the changes of thresholds, which deployments keep. */
export function createRecordStore({ db, workspaceId }: WideScope) {
  const range = ({ from, to }: RecordFilter) => ({
    ...(from && { gte: new Date(from) }),
    ...(to && { lt: new Date(to) }),
  });
  const named = (row: Context & { segmentId: string | null }) => ({
    deploymentName: row.deployment.name,
    segmentName: row.segmentId && segmentNameOf(row.deployment.segments, row.segmentId),
  });

  return {
    async add(tx: Tx, { before, after, ...record }: NewRecord): Promise<void> {
      await tx.alertRecord.create({
        data: {
          ...record,
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
      const { deploymentId, segmentId, eventId, limit } = filter;
      const ours = {
        deployment: { ...within(workspaceId), removedAt: null },
        ...(deploymentId && { deploymentId }),
      };
      const [records, changes] = await Promise.all([
        db.alertRecord.findMany({
          where: {
            ...ours,
            // a mute is one entry of its segment; events that it covered have one each, for their own lists
            ...(eventId
              ? { eventId }
              : { NOT: { what: { in: ["muted", "unmuted"] }, eventId: { not: null } } }),
            ...(segmentId && { OR: [{ segmentId: null }, { segmentId }] }),
            at: range(filter),
          },
          include: withDeployment,
          orderBy: [{ at: "desc" }, { id: "desc" }],
          take: limit,
        }),
        eventId
          ? []
          : db.thresholdChange.findMany({
              where: { ...ours, ...(segmentId && { segmentId }), changedAt: range(filter) },
              include: withDeployment,
              orderBy: { changedAt: "desc" },
              take: limit,
            }),
      ]);
      const names = await namesOf(db, [...records.map((r) => r.by), ...changes.map((c) => c.changedBy)]);
      const all = [
        ...records.map((r) => ({ ...r, ...named(r), by: names(r.by), at: r.at.toISOString() })),
        ...changes.map(({ changedBy, changedAt, ...c }) => ({
          ...c,
          ...named(c),
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
