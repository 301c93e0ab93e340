import type { CauseKind, Severity } from "@p4twin/models/twin";
import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type WideScope, within } from "../database/scope.ts";
import { severitySchema } from "../shared/schemas.ts";
import { eventMessage } from "./message.ts";
import { columnsOf, namesOfPlace, ofWorkspace, type Place, placeOf, withPlace } from "./place.ts";
import {
  causeSchema,
  type DriftEvidence,
  driftEvidenceSchema,
  type Event,
  type EventFilter,
  type Evidence,
  evidenceSchema,
  type SegmentEvent,
} from "./schema.ts";
import { type NamesOf, namesOf } from "./userNames.ts";

const withContext = { ...withPlace, mute: true } satisfies Prisma.EventInclude;
type Row = Prisma.EventGetPayload<{ include: typeof withContext }>;

function toEvent(row: Row, names: NamesOf): Event {
  const place = placeOf(row);
  const { deploymentName, segmentName, switchName } = namesOfPlace(row);
  const common = {
    id: row.id,
    severity: severitySchema.parse(row.severity),
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
  if ("switchId" in place) {
    const { switchId } = place;
    const evidence = driftEvidenceSchema.parse(row.evidence);
    const name = switchName ?? switchId;
    return {
      ...{ ...common, kind: "intent", switchId, switchName: name, evidence },
      message: `${name}: ${evidence.text}`,
    };
  }
  const evidence = evidenceSchema.parse(row.evidence);
  const cause = causeSchema.parse(row.cause);
  return {
    ...{ ...common, kind: "latency", cause, hop: row.hop, evidence, lastDataAt: null },
    deploymentId: place.deploymentId,
    deploymentName: deploymentName ?? place.deploymentId,
    segmentId: place.segmentId ?? "",
    segmentName: segmentName ?? "",
    message: eventMessage(segmentName ?? "", cause, evidence),
  };
}

/** What an event of a segment says: changes while it is open. */
export type EventContent = {
  severity: Severity;
  cause: CauseKind;
  hop: string | null;
  evidence: Evidence;
};
/** What an event of a switch says. */
export type DriftContent = { severity: Severity; evidence: DriftEvidence };
type Content = EventContent | DriftContent;

const contentColumns = (content: Content) =>
  "cause" in content
    ? {
        severity: content.severity,
        cause: content.cause,
        hop: content.hop,
        evidence: toJson(content.evidence),
      }
    : { severity: content.severity, evidence: toJson(content.evidence) };

/** Rows of events. */
export function createEventStore({ db, workspaceId }: WideScope) {
  const read = async (from: Tx, where: Prisma.EventWhereInput, limit: number): Promise<Event[]> => {
    const rows = await from.event.findMany({
      where: { AND: [ofWorkspace(workspaceId), where] },
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

  const list = (filter: EventFilter): Promise<Event[]> =>
    read(
      db,
      {
        ...(filter.kind && { kind: filter.kind }),
        ...(filter.switchId && { switchId: filter.switchId }),
        ...(filter.deploymentId && { deploymentId: filter.deploymentId }),
        ...(filter.segmentId && { segmentId: filter.segmentId }),
        ...(filter.severity && { severity: filter.severity }),
        ...(filter.cause && { cause: filter.cause, NOT: { kind: "intent" } }),
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
    );

  return {
    list,

    /** Those of segments. */
    async ofSegments(filter: Omit<EventFilter, "kind">): Promise<SegmentEvent[]> {
      return (await list({ ...filter, kind: "latency" })).filter((event) => event.kind === "latency");
    },

    /** The event as it stands in this transaction. */
    async get(id: string, from: Tx = db): Promise<Event | null> {
      return (await read(from, { id }, 1))[0] ?? null;
    },

    /** Open events of a segment, of all of a deployment, or of a switch. */
    openOf(tx: Tx, place: Place): Promise<Event[]> {
      const { switchId, deploymentId, segmentId } = columnsOf(place);
      return read(
        tx,
        { switchId, deploymentId, closedAt: null, ...(segmentId !== null && { segmentId }) },
        10_000,
      );
    },

    /** When the last event of each segment closed. */
    async lastClosed(): Promise<{ deploymentId: string; segmentId: string; closedAt: Date }[]> {
      const rows = await db.event.groupBy({
        by: ["deploymentId", "segmentId"],
        where: { kind: "latency", deployment: within(workspaceId), closedAt: { not: null } },
        _max: { closedAt: true },
      });
      return rows.flatMap(({ deploymentId, segmentId, _max }) =>
        deploymentId !== null && segmentId !== null && _max.closedAt
          ? [{ deploymentId, segmentId, closedAt: _max.closedAt }]
          : [],
      );
    },

    /** The new event's id; null when one of its place is open already. */
    async open(
      tx: Tx,
      place: Place,
      content: Content,
      { openedAt, muteId }: { openedAt: Date; muteId: string | null },
    ): Promise<string | null> {
      // all events of a segment are about its latency and loss, all of a switch about its intent
      const kind: Event["kind"] = "switchId" in place ? "intent" : "latency";
      const data = { ...columnsOf(place), ...contentColumns(content), openedAt, kind, muteId };
      const made = await tx.event.createManyAndReturn({ data, select: { id: true }, skipDuplicates: true });
      return made[0]?.id ?? null;
    },

    async change(tx: Tx, id: string, content: Content): Promise<void> {
      await tx.event.update({ where: { id }, data: contentColumns(content) });
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
        where: { id, ...ofWorkspace(workspaceId), acknowledgedAt: at === null ? { not: null } : null },
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
