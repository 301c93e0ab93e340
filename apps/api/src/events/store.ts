import type { Prisma } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { boundSegmentSchema } from "../deployments/schema.ts";
import { eventMessage } from "./message.ts";
import { type Event, type EventFilter, type Evidence, evidenceSchema } from "./schema.ts";

const withDeployment = {
  deployment: { select: { name: true, segments: true } },
} satisfies Prisma.EventInclude;
type Row = Prisma.EventGetPayload<{ include: typeof withDeployment }>;

const segmentName = (row: Row): string => {
  const segments = boundSegmentSchema.array().safeParse(row.deployment.segments);
  return segments.data?.find((s) => s.id === row.segmentId)?.name ?? row.segmentId;
};

const toEvent = (row: Row): Event => {
  const evidence = evidenceSchema.parse(row.evidence);
  return {
    id: row.id,
    deploymentId: row.deploymentId,
    deploymentName: row.deployment.name,
    segmentId: row.segmentId,
    message: eventMessage(segmentName(row), evidence),
    hop: row.hop,
    evidence,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  };
};

export type NewEvent = {
  deploymentId: string;
  segmentId: string;
  hop: string | null;
  evidence: Evidence;
  openedAt: Date;
};

/** Rows of events. */
export function createEventStore({ db, workspaceId }: Scope) {
  return {
    async list(filter: EventFilter): Promise<Event[]> {
      const rows = await db.event.findMany({
        where: {
          deployment: { workspaceId, removedAt: null },
          ...(filter.deploymentId && { deploymentId: filter.deploymentId }),
          ...(filter.segmentId && { segmentId: filter.segmentId }),
          ...(filter.open !== undefined && { closedAt: filter.open ? null : { not: null } }),
          ...(filter.to && { openedAt: { lt: new Date(filter.to) } }),
          // an event belongs to every range in which it was open
          ...(filter.from && { OR: [{ closedAt: null }, { closedAt: { gte: new Date(filter.from) } }] }),
        },
        include: withDeployment,
        orderBy: { openedAt: "desc" },
        take: filter.limit,
      });
      return rows.map(toEvent);
    },

    async open(event: NewEvent): Promise<string> {
      const { evidence, ...columns } = event;
      const row = await db.event.create({
        data: { ...columns, kind: "latency", severity: "critical", evidence: toJson(evidence) },
        select: { id: true },
      });
      return row.id;
    },

    /** Closes what is open of a segment; returns how many there were. */
    async close(deploymentId: string, segmentId: string, at: Date): Promise<number> {
      const closed = await db.event.updateMany({
        where: { deploymentId, segmentId, closedAt: null },
        data: { closedAt: at },
      });
      return closed.count;
    },

    async acknowledge(id: string, by: string, at: Date): Promise<boolean> {
      const done = await db.event.updateMany({
        where: { id, deployment: { workspaceId }, acknowledgedAt: null },
        data: { acknowledgedAt: at, acknowledgedBy: by },
      });
      if (done.count > 0) return true;
      return (await db.event.count({ where: { id, deployment: { workspaceId } } })) > 0;
    },
  };
}
export type EventStore = ReturnType<typeof createEventStore>;
