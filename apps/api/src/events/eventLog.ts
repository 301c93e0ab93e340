import type { Tx } from "../database/client.ts";
import type { WideScope } from "../database/scope.ts";
import { notFound } from "../errors.ts";
import { createMuteStore } from "./muteStore.ts";
import { createRecordStore } from "./recordStore.ts";
import { type Event, eventStateSchema, type Mute, type MuteInput } from "./schema.ts";
import { createEventStore, type EventContent, type NewEvent } from "./store.ts";

/** What channels hear of. */
export type Notice = "opened" | "changed" | "closed";

/** Writes what is to be sent of an event, in the transaction that changed it. */
export type Notify = (tx: Tx, event: Event, what: Notice, at: Date) => Promise<void>;

type Place = { deploymentId: string; segmentId: string };

/**
 * Every transition of events and mutes: the row, its entry in the audit and what is to be delivered are written in one
 * transaction, so that none of them is there without the others.
 */
export function createEventLog(scope: WideScope, notify: Notify) {
  const { db } = scope;
  const events = createEventStore(scope);
  const mutes = createMuteStore(scope);
  const records = createRecordStore(scope);

  type Entry = Pick<Parameters<typeof records.add>[1], "what" | "by" | "at" | "before" | "after">;
  const record = (tx: Tx, { id, deploymentId, segmentId }: Event, entry: Entry): Promise<void> =>
    records.add(tx, { deploymentId, segmentId, eventId: id, ...entry });
  const tell = async (tx: Tx, event: Event, what: Notice, at: Date): Promise<void> => {
    if (!event.muted) await notify(tx, event, what, at);
  };
  const stateOf = (event: Event | NewEvent | EventContent) => eventStateSchema.parse(event);

  /** What was silent is told now, if it is still open. */
  const endMute = async (tx: Tx, mute: Mute, by: string | null, at: Date): Promise<boolean> => {
    if (!(await mutes.end(tx, mute.id, at))) return false;
    const { deploymentId, segmentId, reason, until } = mute;
    const before = { reason, until };
    await records.add(tx, { what: "unmuted", deploymentId, segmentId, eventId: null, by, at, before });
    for (const event of await events.openOf(tx, deploymentId, segmentId)) {
      if (event.muted?.id !== mute.id) continue;
      const other = await mutes.covering(tx, deploymentId, event.segmentId, at);
      await events.setMute(tx, [event.id], other?.id ?? null);
      if (other) continue;
      await record(tx, event, { what: "unmuted", by, at, before });
      await notify(tx, { ...event, muted: null }, "opened", at);
    }
    return true;
  };

  return {
    /** The new event's id; null when one of its segment is open already (another process saw it first). */
    open: (content: NewEvent): Promise<string | null> =>
      db.$transaction(async (tx) => {
        const { deploymentId, segmentId, openedAt: at } = content;
        const mute = await mutes.covering(tx, deploymentId, segmentId, at);
        const id = await events.open(tx, content, mute?.id ?? null);
        const event = id && (await events.get(id, tx));
        if (!event) return id;
        await record(tx, event, { what: "opened", by: null, at, after: stateOf(content) });
        if (mute) {
          const after = { reason: mute.reason, until: mute.until };
          await record(tx, event, { what: "muted", by: null, at, after });
        }
        await tell(tx, event, "opened", at);
        return id;
      }),

    /** Another cause, or a higher severity, of what is open. */
    change: ({ deploymentId, segmentId }: Place, content: EventContent, at: Date): Promise<void> =>
      db.$transaction(async (tx) => {
        for (const before of await events.openOf(tx, deploymentId, segmentId)) {
          await events.change(tx, before.id, content);
          const entry = { before: stateOf(before), after: stateOf(content) };
          await record(tx, before, { what: "changed", by: null, at, ...entry });
          const after = await events.get(before.id, tx);
          if (after) await tell(tx, after, "changed", at);
        }
      }),

    /** Closes what is open of a segment. */
    close: ({ deploymentId, segmentId }: Place, at: Date): Promise<void> =>
      db.$transaction(async (tx) => {
        for (const { id } of await events.openOf(tx, deploymentId, segmentId)) {
          if (!(await events.close(tx, id, at))) continue;
          const event = await events.get(id, tx);
          if (!event) continue;
          await record(tx, event, { what: "closed", by: null, at });
          await tell(tx, event, "closed", at);
        }
      }),

    /** Counts an alarm that rose within the quiet time. */
    suppress: ({ deploymentId, segmentId }: Place, at: Date): Promise<void> =>
      db.$transaction(async (tx) => {
        const eventId = await events.countSuppressed(tx, deploymentId, segmentId);
        await records.add(tx, { what: "suppressed", deploymentId, segmentId, eventId, by: null, at });
      }),

    /** Says that somebody looks after it, or takes that back. */
    acknowledge: (id: string, by: string, on: boolean, at: Date): Promise<void> =>
      db.$transaction(async (tx) => {
        const event = await events.get(id, tx);
        if (!event) throw notFound("event", id);
        if (!(await events.setAcknowledged(tx, id, on ? by : null, on ? at : null))) return;
        await record(tx, event, { what: on ? "acknowledged" : "unacknowledged", by, at });
      }),

    mute: (input: MuteInput, by: string, at: Date): Promise<Mute> =>
      db.$transaction(async (tx) => {
        const { deploymentId, segmentId, reason, until } = input;
        const id = await mutes.add(tx, { ...input, createdBy: by, createdAt: at });
        const after = { reason, until };
        await records.add(tx, { what: "muted", deploymentId, segmentId, eventId: null, by, at, after });
        // what is open when a planned window begins has been told already
        const begins = input.from === undefined || Date.parse(input.from) <= at.getTime();
        for (const event of begins ? await events.openOf(tx, deploymentId, segmentId) : []) {
          if (event.muted) continue;
          await events.setMute(tx, [event.id], id);
          await record(tx, event, { what: "muted", by, at, after });
        }
        const mute = await mutes.get(id, tx);
        if (!mute) throw notFound("deployment", deploymentId);
        return mute;
      }),

    unmute: (id: string, by: string, at: Date): Promise<void> =>
      db.$transaction(async (tx) => {
        const mute = await mutes.get(id, tx);
        if (!mute) throw notFound("mute", id);
        await endMute(tx, mute, by, at);
      }),

    /** Ends the mutes whose time is over. */
    async endExpired(at: Date): Promise<void> {
      for (const mute of await mutes.expired(at)) await db.$transaction((tx) => endMute(tx, mute, null, at));
    },
  };
}
export type EventLog = ReturnType<typeof createEventLog>;
