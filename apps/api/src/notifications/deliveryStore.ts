import type { Prisma } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type WideScope, within } from "../database/scope.ts";
import { createRecordStore } from "../events/recordStore.ts";
import type { Outcome } from "./outcome.ts";
import { type Payload, payloadSchema, subjectOf } from "./payload.ts";
import { type Delivery, type DeliveryFilter, deliveryStateSchema, deliveryWhatSchema } from "./schema.ts";

const withChannel = { channel: { select: { name: true } } } satisfies Prisma.NotificationDeliveryInclude;
type Row = Prisma.NotificationDeliveryGetPayload<{ include: typeof withChannel }>;

/** A delivery whose turn it is. `attempts` counts this try. */
export type DueDelivery = {
  id: string;
  channelId: string;
  attempts: number;
  createdAt: string;
  payload: Payload;
};

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  channelId: row.channelId,
  channelName: row.channel.name,
  eventId: row.eventId,
  incidentId: row.incidentId,
  what: deliveryWhatSchema.parse(row.what),
  subject: subjectOf(payloadSchema.parse(row.payload)),
  state: deliveryStateSchema.parse(row.state),
  attempts: row.attempts,
  dueAt: row.dueAt.toISOString(),
  answer: row.answer,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** Rows of deliveries: a queue that a restart, or a second process, goes on with. */
export function createDeliveryStore(scope: WideScope) {
  const { db, workspaceId } = scope;
  const records = createRecordStore(scope);
  const ours = { channel: { ...within(workspaceId), removedAt: null } };

  return {
    async list({ limit, ...filter }: DeliveryFilter): Promise<Delivery[]> {
      const rows = await db.notificationDelivery.findMany({
        where: {
          ...ours,
          ...(filter.channelId && { channelId: filter.channelId }),
          ...(filter.eventId && { eventId: filter.eventId }),
          ...(filter.state && { state: filter.state }),
        },
        include: withChannel,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: limit,
      });
      return rows.map(toDelivery);
    },

    /**
     * Takes what is due, oldest first. Until `leaseMs` is over nobody else takes it; after that the taker is taken for
     * dead. What follows in the same event, incident or drift for the same channel waits, so that nothing is closed
     * before it was opened.
     */
    async takeDue(at: Date, leaseMs: number, limit: number): Promise<DueDelivery[]> {
      const leaseEnd = new Date(at.getTime() + leaseMs);
      const taken = await db.$queryRaw<{ id: string }[]>`
        UPDATE notification_delivery SET attempts = attempts + 1, due_at = ${leaseEnd}
        WHERE id IN (
          SELECT d.id FROM notification_delivery d JOIN notification_channel c ON c.id = d.channel_id
          WHERE d.state = 'waiting' AND d.due_at <= ${at} AND (${workspaceId}::uuid IS NULL OR c.workspace_id = ${workspaceId}::uuid)
            AND NOT EXISTS (
              SELECT 1 FROM notification_delivery earlier
              WHERE earlier.state = 'waiting' AND earlier.channel_id = d.channel_id
                AND (earlier.event_id = d.event_id OR earlier.incident_id = d.incident_id
                  OR earlier.payload->'drift'->>'id' = d.payload->'drift'->>'id')
                AND earlier.created_at < d.created_at)
          ORDER BY d.due_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED)
        RETURNING id::text`;
      const rows = await db.notificationDelivery.findMany({
        where: { id: { in: taken.map((row) => row.id) } },
        orderBy: { createdAt: "asc" },
      });
      return rows.map((row) => ({
        id: row.id,
        channelId: row.channelId,
        attempts: row.attempts,
        createdAt: row.createdAt.toISOString(),
        payload: payloadSchema.parse(row.payload),
      }));
    },

    /** Another try at `dueAt`. A row that somebody else has taken meanwhile stays as it is. */
    async retry({ id, attempts }: DueDelivery, dueAt: Date, answer: string): Promise<void> {
      const where = { id, attempts, state: "waiting" };
      await db.notificationDelivery.updateMany({ where, data: { dueAt, answer } });
    },

    /** The clock went back by `ms`: what waits for a later instant waits as long as it would have. */
    async bringForward(ms: number, now: Date): Promise<void> {
      await db.$executeRaw`
        UPDATE notification_delivery d SET due_at = d.due_at - make_interval(secs => ${ms / 1_000})
        FROM notification_channel c
        WHERE c.id = d.channel_id AND c.workspace_id = ${workspaceId}::uuid AND d.state = 'waiting' AND d.due_at > ${now}`;
    },

    /** Gives back what was taken, as if it had not been tried: the process ends. */
    async giveBack({ id, attempts }: DueDelivery, dueAt: Date): Promise<void> {
      const where = { id, attempts, state: "waiting" };
      await db.notificationDelivery.updateMany({ where, data: { dueAt, attempts: attempts - 1 } });
    },

    /** Ends it, and says so in the audit of its event. */
    async end(due: DueDelivery, { ok, answer }: Outcome, at: Date): Promise<void> {
      const { id, attempts, payload } = due;
      await db.$transaction(async (tx) => {
        const ended = await tx.notificationDelivery.updateMany({
          where: { id, attempts, state: "waiting" },
          data: { state: ok ? "delivered" : "failed", answer, endedAt: at },
        });
        const { event, drift, what } = payload;
        const about = event
          ? { deploymentId: event.deploymentId, segmentId: event.segmentId }
          : drift && { switchId: drift.switchId };
        if (ended.count === 0 || !about) return;
        const { eventId } = await tx.notificationDelivery.findUniqueOrThrow({ where: { id } });
        const channel = await tx.notificationChannel.findUniqueOrThrow({ where: { id: due.channelId } });
        await records.add(tx, {
          what: ok ? "delivered" : "deliveryFailed",
          place: about,
          eventId,
          by: null,
          at,
          after: { channel: channel.name, what, attempts, answer },
        });
      });
    },

    /** A message that was sent by hand, with its outcome. */
    async addTest(channelId: string, id: string, { ok, answer }: Outcome, at: Date): Promise<void> {
      const payload = toJson({ what: "test", event: null, incident: null, drift: null } satisfies Payload);
      const ended = { state: ok ? "delivered" : "failed", answer, endedAt: at, attempts: 1 };
      const data = { id, channelId, what: "test", payload, dueAt: at, createdAt: at, ...ended };
      await db.notificationDelivery.create({ data });
    },

    /** Puts an ended delivery back into the queue, under its old id. False when there is none. */
    async sendAgain(id: string, at: Date): Promise<boolean> {
      const again = await db.notificationDelivery.updateMany({
        where: { id, ...ours, state: { not: "waiting" } },
        data: { state: "waiting", attempts: 0, dueAt: at, endedAt: null },
      });
      return again.count > 0;
    },

    /** What waits for a channel that is switched off or removed is not sent. */
    async cancel(channelId: string, answer: string, at: Date): Promise<void> {
      await db.notificationDelivery.updateMany({
        where: { channelId, state: "waiting" },
        data: { state: "cancelled", answer, endedAt: at },
      });
    },

    waiting: (): Promise<number> =>
      db.notificationDelivery.count({ where: { channel: within(workspaceId), state: "waiting" } }),

    /** Forgets what ended before `before`; its entries in the audit stay. */
    async prune(before: Date): Promise<void> {
      await db.notificationDelivery.deleteMany({ where: { ...ours, endedAt: { lt: before } } });
    },
  };
}
export type DeliveryStore = ReturnType<typeof createDeliveryStore>;
