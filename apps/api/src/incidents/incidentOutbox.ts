import type { Incident, IncidentWhat } from "../cluster/incident.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { RANK } from "../notifications/outbox.ts";
import type { Payload } from "../notifications/payload.ts";
import { type ChannelFilter, channelFilterSchema } from "../notifications/schema.ts";
import type { DirectDelivery } from "./journal.ts";
import { deliveryIdOf, type IncidentNotice, type NotifyIncident } from "./store.ts";

/** Does a channel with this filter hear of it? Scopes are of segments: they do not matter here. */
export const wantsIncident = (
  { minSeverity, on, incidents }: ChannelFilter,
  { severity }: Incident,
  what: IncidentWhat,
): boolean => incidents && on.includes(what) && RANK[severity] >= RANK[minSeverity];

export const incidentPayload = ({ what, incident }: IncidentNotice): Payload => ({
  what,
  event: null,
  incident,
  drift: null,
});

/** What a delivery that was made without the database has come to; one that failed but may still pass waits on. */
const endOf = (direct: DirectDelivery | undefined) =>
  direct && {
    attempts: 1,
    answer: direct.outcome.answer,
    ...(direct.outcome.ok || !direct.outcome.retry
      ? { state: direct.outcome.ok ? "delivered" : "failed", endedAt: direct.at }
      : {}),
  };

/**
 * Writes a delivery for each channel that wants the incident; those that were sent without the database as they ended.
 */
export function createIncidentOutbox({ workspaceId }: Pick<Scope, "workspaceId">) {
  return (direct: readonly DirectDelivery[] | null): NotifyIncident =>
    async (tx, notice) => {
      const channels = await tx.notificationChannel.findMany({
        where: { workspaceId, removedAt: null, enabled: true },
        select: { id: true, filter: true },
      });
      for (const { id: channelId, filter } of channels) {
        const sent = direct?.find((d) => d.channelId === channelId);
        const wanted = wantsIncident(channelFilterSchema.parse(filter), notice.incident, notice.what);
        if (!sent && !wanted) continue;
        const id = deliveryIdOf(notice.id, channelId);
        const end = endOf(sent);
        const row = { channelId, incidentId: notice.incident.id, what: notice.what, ...end };
        const create = { id, ...row, payload: toJson(incidentPayload(notice)) };
        const times = { dueAt: notice.at, createdAt: notice.at };
        await tx.notificationDelivery.upsert({
          where: { id },
          create: { ...create, ...times },
          update: end ?? {},
        });
      }
    };
}
