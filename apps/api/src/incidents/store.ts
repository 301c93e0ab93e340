import { createHash } from "node:crypto";
import {
  type Incident,
  type IncidentFilter,
  type IncidentWhat,
  incidentSchema,
} from "../cluster/incident.ts";
import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";

/** What people are to hear of an incident, as it was then. */
export type IncidentNotice = { id: string; what: IncidentWhat; incident: Incident; at: Date };
/** Writes what is to be sent, in the transaction that stores the incident. */
export type NotifyIncident = (tx: Tx, notice: IncidentNotice) => Promise<void>;

type Row = Prisma.IncidentGetPayload<object>;
const toIncident = ({ raisedAt, clearedAt, ...row }: Row): Incident =>
  incidentSchema.parse({
    ...row,
    raisedAt: raisedAt.toISOString(),
    clearedAt: clearedAt?.toISOString() ?? null,
  });

/** One delivery of a notice to a channel has one id, whoever makes it: sent twice, it is known as the same. */
export function deliveryIdOf(noticeId: string, channelId: string): string {
  const hex = createHash("sha256").update(`${noticeId} ${channelId}`).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** Rows of incidents. */
export function createIncidentStore({ db }: Pick<Scope, "db">) {
  return {
    async list({ open, limit }: IncidentFilter): Promise<Incident[]> {
      const where = open === undefined ? {} : { clearedAt: open ? null : { not: null } };
      const rows = await db.incident.findMany({ where, orderBy: { raisedAt: "desc" }, take: limit });
      return rows.map(toIncident);
    },

    /** Stores incidents as they are now, and what is to be sent of them: all of it or nothing. */
    save: (
      incidents: readonly Incident[],
      notices: readonly IncidentNotice[],
      notify: NotifyIncident,
    ): Promise<void> =>
      db.$transaction(async (tx) => {
        for (const { id, evidence, raisedAt, clearedAt, ...columns } of incidents) {
          const times = { raisedAt: new Date(raisedAt), clearedAt: clearedAt && new Date(clearedAt) };
          const data = { ...columns, ...times, evidence: toJson(evidence) };
          await tx.incident.upsert({ where: { id }, create: { id, ...data }, update: data });
        }
        for (const notice of notices) await notify(tx, notice);
      }),

    async prune(before: Date): Promise<void> {
      await db.incident.deleteMany({ where: { clearedAt: { lt: before } } });
    },
  };
}
export type IncidentStore = ReturnType<typeof createIncidentStore>;
