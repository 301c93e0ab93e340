import type { Severity } from "@p4twin/models/twin";
import { toJson } from "../database/json.ts";
import type { Notice, Notify } from "../events/eventLog.ts";
import type { Event } from "../events/schema.ts";
import type { Payload } from "./payload.ts";
import { type ChannelFilter, channelFilterSchema } from "./schema.ts";

/** Severities in their order. */
export const RANK: Record<Severity, number> = { warning: 0, critical: 1 };

/** Does a channel with this filter hear of it? */
function wants({ minSeverity, on, scopes, switches }: ChannelFilter, event: Event, what: Notice): boolean {
  if (!on.includes(what) || RANK[event.severity] < RANK[minSeverity]) return false;
  if (event.kind === "intent") return switches;
  const covered = scopes.some(
    (s) => s.deploymentId === event.deploymentId && (s.segmentId === null || s.segmentId === event.segmentId),
  );
  return scopes.length === 0 || covered;
}

/** What is sent of an event, as it is now. */
const payloadOf = (what: Notice, event: Event): Payload =>
  event.kind === "latency"
    ? { what, event, incident: null, drift: null }
    : {
        ...{ what, event: null, incident: null },
        drift: {
          ...{ id: event.id, switchId: event.switchId, switchName: event.switchName },
          ...{ severity: event.severity, text: event.evidence.ending ?? event.evidence.text },
          ...{ openedAt: event.openedAt, closedAt: event.closedAt },
        },
      };

/**
 * Writes a delivery for each channel of the event's workspace that wants it, in the transaction that changed the event.
 */
export function createOutbox(): Notify {
  return async (tx, event, what, at) => {
    const channels = await tx.notificationChannel.findMany({
      where: {
        workspace:
          event.kind === "intent"
            ? { switches: { some: { id: event.switchId } } }
            : { deployments: { some: { id: event.deploymentId } } },
        removedAt: null,
        enabled: true,
        // an event is opened once for a channel, however often it is muted and unmuted
        ...(what === "opened" && { deliveries: { none: { eventId: event.id, what } } }),
      },
      select: { id: true, filter: true },
    });
    const data = channels
      .filter(({ filter }) => wants(channelFilterSchema.parse(filter), event, what))
      .map(({ id }) => ({
        channelId: id,
        eventId: event.id,
        what,
        payload: toJson(payloadOf(what, event)),
        dueAt: at,
        createdAt: at,
      }));
    if (data.length > 0) await tx.notificationDelivery.createMany({ data });
  };
}
