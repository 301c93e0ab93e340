import type { CauseKind, Severity } from "@p4twin/models/twin";
import { boundSegmentSchema } from "@p4twin/models/twin";
import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type WideScope, within } from "../database/scope.ts";
import { severitySchema } from "../shared/schemas.ts";
import { eventMessage } from "./message.ts";
import { causeSchema, type Event, type EventFilter, type Evidence, evidenceSchema } from "./schema.ts";
import { type NamesOf, namesOf } from "./userNames.ts";

/** Every event of a segment is about its latency and loss: one of them is open at most. */
const KIND = "latency";

const withContext = {
  deployment: { select: { name: true, segments: true } },
  mute: true,
} satisfies Prisma.EventInclude;
type Row = Prisma.EventGetPayload<{ include: typeof withContext }>;

/** Name of a segment of a deployment; its id when the binding has gone. */
export function segmentNameOf(segments: unknown, segmentId: string): string {
  const known = boundSegmentSchema.array().safeParse(segments);
  return known.data?.find((s) => s.id === segmentId)?.name ?? segmentId;
}

const toEvent = (row: Row, names: NamesOf): Event => {
  const evidence = evidenceSchema.parse(row.evidence);
  const cause = causeSchema.parse(row.cause);
  const segmentName = segmentNameOf(row.deployment.segments, row.segmentId);
  return {
    id: row.id,
    deploymentId: row.deploymentId,
    deploymentName: row.deployment.name,
    segmentId: row.segmentId,
    segmentName,
    severity: severitySchema.parse(row.severity),
    cause,
    message: eventMessage(segmentName, cause, evidence),
    hop: row.hop,
    evidence,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: names(row.acknowledgedBy),
    muted: row.mute && {
      id: row.mute.id,
      reason: row.mute.reason,
      until: row.mute.until.toISOString(),
      createdBy: names(row.mute.createdBy),
    },
    suppressed: row.suppressed,
  };
};

/** What an event says: changes while it is open. */
export type EventContent = {
  severity: Severity;
  cause: CauseKind;
  hop: string | null;
  evidence: Evidence;
};
export type NewEvent = EventContent & { deploymentId: string; segmentId: string; openedAt: Date };

const columnsOf = ({ severity, cause, hop, evidence }: EventContent) => ({
  severity,
  cause,
  hop,
  evidence: toJson(evidence),
});

/** Rows of events. */
export function createEventStore({ db, workspaceId }: WideScope) {
  const read = async (from: Tx, where: Prisma.EventWhereInput, limit: number): Promise<Event[]> => {
    const rows = await from.event.findMany({
      where: { deployment: { ...within(workspaceId), removedAt: null }, ...where },
      include: withContext,
      orderBy: { openedAt: "desc" },
      take: limit,
    });
    const names = await namesOf(
      from,
      rows.flatMap((row) => [row.acknowledgedBy, row.mute?.createdBy]),
    );
    return rows.map((row) => toEvent(row, names));
  };

  return {
    list: (filter: EventFilter): Promise<Event[]> =>
      read(
        db,
        {
          ...(filter.deploymentId && { deploymentId: filter.deploymentId }),
          ...(filter.segmentId && { segmentId: filter.segmentId }),
          ...(filter.severity && { severity: filter.severity }),
          ...(filter.cause && { cause: filter.cause }),
          ...(filter.open !== undefined && { closedAt: filter.open ? null : { not: null } }),
          ...(filter.acknowledged !== undefined && {
            acknowledgedAt: filter.acknowledged ? { not: null } : null,
          }),
          ...(filter.muted !== undefined && { muteId: filter.muted ? { not: null } : null }),
          ...(filter.to && { openedAt: { lt: new Date(filter.to) } }),
          // an event belongs to every range in which it was open
          ...(filter.from && { OR: [{ closedAt: null }, { closedAt: { gte: new Date(filter.from) } }] }),
        },
        filter.limit,
      ),

    /** The event as it stands in this transaction. */
    async get(id: string, from: Tx = db): Promise<Event | null> {
      return (await read(from, { id }, 1))[0] ?? null;
    },

    /** Open events of a deployment, or of one of its segments. */
    openOf: (tx: Tx, deploymentId: string, segmentId: string | null): Promise<Event[]> =>
      read(tx, { deploymentId, closedAt: null, ...(segmentId !== null && { segmentId }) }, 10_000),

    /** When the last event of each segment closed. */
    async lastClosed(): Promise<{ deploymentId: string; segmentId: string; closedAt: Date }[]> {
      const rows = await db.event.groupBy({
        by: ["deploymentId", "segmentId"],
        where: { deployment: within(workspaceId), closedAt: { not: null } },
        _max: { closedAt: true },
      });
      return rows.flatMap(({ deploymentId, segmentId, _max }) =>
        _max.closedAt ? [{ deploymentId, segmentId, closedAt: _max.closedAt }] : [],
      );
    },

    /** The new event's id; null when one of the segment is open already. */
    async open(tx: Tx, event: NewEvent, muteId: string | null): Promise<string | null> {
      const { deploymentId, segmentId, openedAt } = event;
      const data = { deploymentId, segmentId, openedAt, kind: KIND, muteId, ...columnsOf(event) };
      const made = await tx.event.createManyAndReturn({ data, select: { id: true }, skipDuplicates: true });
      return made[0]?.id ?? null;
    },

    async change(tx: Tx, id: string, content: EventContent): Promise<void> {
      await tx.event.update({ where: { id }, data: columnsOf(content) });
    },

    async close(tx: Tx, id: string, at: Date): Promise<boolean> {
      return (await tx.event.updateMany({ where: { id, closedAt: null }, data: { closedAt: at } })).count > 0;
    },

    /** Counts an alarm that stayed without an event at the last event of its segment; returns that event's id. */
    async countSuppressed(tx: Tx, deploymentId: string, segmentId: string): Promise<string | null> {
      const last = await tx.event.findFirst({
        where: { deploymentId, segmentId },
        orderBy: { openedAt: "desc" },
        select: { id: true },
      });
      if (!last) return null;
      await tx.event.update({ where: { id: last.id }, data: { suppressed: { increment: 1 } } });
      return last.id;
    },

    /** True when this changed whether somebody looks after the event. */
    async setAcknowledged(tx: Tx, id: string, by: string | null, at: Date | null): Promise<boolean> {
      const changed = await tx.event.updateMany({
        where: { id, deployment: within(workspaceId), acknowledgedAt: at === null ? { not: null } : null },
        data: { acknowledgedAt: at, acknowledgedBy: by },
      });
      return changed.count > 0;
    },

    async setMute(tx: Tx, ids: readonly string[], muteId: string | null): Promise<void> {
      await tx.event.updateMany({ where: { id: { in: [...ids] } }, data: { muteId } });
    },
  };
}
export type EventStore = ReturnType<typeof createEventStore>;
