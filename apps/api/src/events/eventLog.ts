import type { Tx } from "../database/client.ts";
import type { WideScope } from "../database/scope.ts";
import { notFound } from "../errors.ts";
import { createMuteStore } from "./muteStore.ts";
import { type Place, placeOf } from "./place.ts";
import { createRecordStore } from "./recordStore.ts";
import { type Event, eventStateSchema, type Mute, type MuteInput } from "./schema.ts";
import { createEventStore, type DriftContent, type EventContent } from "./store.ts";

/** What channels hear of. */
export type Notice = "opened" | "changed" | "closed";

/** Writes what is to be sent of an event, in the transaction that changed it. */
export type Notify = (tx: Tx, event: Event, what: Notice, at: Date) => Promise<void>;

type SegmentPlace = { deploymentId: string; segmentId: string };
export type NewEvent = EventContent & SegmentPlace & { openedAt: Date };

/** What becomes of the event of a switch that left its intent; `same`: only its evidence is newer. */
export type DriftTold =
  | { what: "opened" | "changed" | "same"; content: DriftContent }
  | { what: "closed"; ending: string };

/** What an entry of the audit keeps of what an event says. */
const stateOf = (content: EventContent | DriftContent) =>
  "cause" in content
    ? eventStateSchema.parse(content)
    : { severity: content.severity, text: content.evidence.text };

/** What an event is about. */
const placeOfEvent = (event: Event): Place =>
  event.kind === "intent"
    ? { switchId: event.switchId }
    : { deploymentId: event.deploymentId, segmentId: event.segmentId };

const placeOfInput = ({ deploymentId, segmentId, switchId }: MuteInput): Place =>
  placeOf({ deploymentId: deploymentId ?? null, segmentId, switchId: switchId ?? null });

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
  const record = (tx: Tx, event: Event, entry: Entry): Promise<void> =>
    records.add(tx, { place: placeOfEvent(event), eventId: event.id, ...entry });
  const tell = async (tx: Tx, event: Event, what: Notice, at: Date): Promise<void> => {
    if (!event.muted) await notify(tx, event, what, at);
  };

  /** What was silent is told now, if it is still open. */
  const endMute = async (tx: Tx, mute: Mute, by: string | null, at: Date): Promise<boolean> => {
    if (!(await mutes.end(tx, mute.id, at))) return false;
    const { reason, until } = mute;
    const place = placeOf(mute);
    const before = { reason, until };
    await records.add(tx, { what: "unmuted", place, eventId: null, by, at, before });
    for (const event of await events.openOf(tx, place)) {
      if (event.muted?.id !== mute.id) continue;
      const other = await mutes.covering(tx, placeOfEvent(event), at);
      await events.setMute(tx, [event.id], other?.id ?? null);
      if (other) continue;
      await record(tx, event, { what: "unmuted", by, at, before });
      await notify(tx, { ...event, muted: null }, "opened", at);
    }
    return true;
  };

  const open = async (
    tx: Tx,
    place: Place,
    content: EventContent | DriftContent,
    at: Date,
  ): Promise<string | null> => {
    const mute = await mutes.covering(tx, place, at);
    const id = await events.open(tx, place, content, { openedAt: at, muteId: mute?.id ?? null });
    const event = id && (await events.get(id, tx));
    if (!event) return id;
    await record(tx, event, { what: "opened", by: null, at, after: stateOf(content) });
    if (mute) {
      const after = { reason: mute.reason, until: mute.until };
      await record(tx, event, { what: "muted", by: null, at, after });
    }
    await tell(tx, event, "opened", at);
    return id;
  };
  const change = async (
    tx: Tx,
    place: Place,
    content: EventContent | DriftContent,
    at: Date,
  ): Promise<void> => {
    for (const before of await events.openOf(tx, place)) {
      await events.change(tx, before.id, content);
      const entry = { before: stateOf(before), after: stateOf(content) };
      await record(tx, before, { what: "changed", by: null, at, ...entry });
      const after = await events.get(before.id, tx);
      if (after) await tell(tx, after, "changed", at);
    }
  };
  const close = async (tx: Tx, place: Place, at: Date): Promise<void> => {
    for (const { id } of await events.openOf(tx, place)) {
      if (!(await events.close(tx, id, at))) continue;
      const event = await events.get(id, tx);
      if (!event) continue;
      await record(tx, event, { what: "closed", by: null, at });
      await tell(tx, event, "closed", at);
    }
  };

  return {
    /** The new event's id; null when one of its segment is open already (another process saw it first). */
    open: ({ deploymentId, segmentId, openedAt, ...content }: NewEvent): Promise<string | null> =>
      db.$transaction((tx) => open(tx, { deploymentId, segmentId }, content, openedAt)),

    /** Another cause, or a higher severity, of what is open. */
    change: (segment: SegmentPlace, content: EventContent, at: Date): Promise<void> =>
      db.$transaction((tx) => change(tx, segment, content, at)),

    /** Closes what is open of a segment. */
    close: (segment: SegmentPlace, at: Date): Promise<void> =>
      db.$transaction((tx) => close(tx, segment, at)),

    /** Opens, changes or closes the event of a switch that left its intent, in the transaction that saw it. */
    async drift(tx: Tx, switchId: string, told: DriftTold, at: Date): Promise<void> {
      const place = { switchId };
      const opened = await events.openOf(tx, place);
      if (told.what === "closed") {
        for (const event of opened)
          if (event.kind === "intent") {
            const { severity, evidence } = event;
            await events.change(tx, event.id, { severity, evidence: { ...evidence, ending: told.ending } });
          }
        await close(tx, place, at);
      } else if (opened.length === 0) await open(tx, place, told.content, at);
      else if (told.what === "same") for (const { id } of opened) await events.change(tx, id, told.content);
      else await change(tx, place, told.content, at);
    },

    /** Counts an alarm that rose within the quiet time. */
    suppress: ({ deploymentId, segmentId }: SegmentPlace, at: Date): Promise<void> =>
      db.$transaction(async (tx) => {
        const eventId = await events.countSuppressed(tx, deploymentId, segmentId);
        await records.add(tx, {
          what: "suppressed",
          place: { deploymentId, segmentId },
          ...{ eventId, by: null, at },
        });
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
        const { reason, until } = input;
        const place = placeOfInput(input);
        const id = await mutes.add(tx, { ...input, createdBy: by, createdAt: at });
        const after = { reason, until };
        await records.add(tx, { what: "muted", place, eventId: null, by, at, after });
        // what is open when a planned window begins has been told already
        const begins = input.from === undefined || Date.parse(input.from) <= at.getTime();
        for (const event of begins ? await events.openOf(tx, place) : []) {
          if (event.muted) continue;
          await events.setMute(tx, [event.id], id);
          await record(tx, event, { what: "muted", by, at, after });
        }
        const mute = await mutes.get(id, tx);
        if (!mute) throw notFound("mute", id);
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
