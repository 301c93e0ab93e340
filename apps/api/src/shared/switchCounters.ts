import { inflateRawSync } from "node:zlib";
import type { Entity } from "@p4twin/models/snapshot";
import { keyOf } from "@p4twin/models/snapshot";
import { z } from "zod";

const sampleSchema = z.record(z.string(), z.tuple([z.number().nullable(), z.number().nullable()]));
/** Packets and bytes of each entity by its key; null: not counted. */
export type Sample = z.infer<typeof sampleSchema>;
/** The newest sample of a switch and an earlier one to compare it with; null: there is none. */
export type CountedBetween = Record<"latest" | "earlier", { at: Date; sample: Sample } | null>;

export const readSample = (body: Uint8Array): Sample =>
  sampleSchema.parse(JSON.parse(inflateRawSync(body).toString("utf8")));

/** The same of these entities only: a sample of a million is too large to be checked for a page of a hundred. */
export function readCounts(body: Uint8Array, keys: readonly string[]): Sample {
  const all: object = JSON.parse(inflateRawSync(body).toString("utf8"));
  const own = keys.filter((key) => Object.hasOwn(all, key));
  return sampleSchema.parse(Object.fromEntries(own.map((key) => [key, Reflect.get(all, key)])));
}

/**
 * Whether counters began anew between two looks: one that both have fell. There is no way to read and clear them, and
 * 64 bits do not wrap.
 */
export const beganAnew = (before: Sample, after: Sample): boolean =>
  Object.entries(after).some(([key, [packets]]) => {
    const old = before[key]?.[0];
    return packets !== null && old !== null && old !== undefined && packets < old;
  });

/** Packets of an entity between two looks; null where one of them does not count it. */
export function packetsBetween(before: Sample, after: Sample, entity: Entity): number | null {
  const key = keyOf(entity);
  const now = after[key]?.[0];
  if (now === undefined || now === null) return null;
  const old = before[key];
  // an entry that came meanwhile counts from 0
  if (old === undefined) return now;
  return old[0] === null ? null : now - old[0];
}

export type ActionCount = { table: string; action: string; packets: number };

/**
 * How often each action ran by the entries that chose it. Entries of groups count for no action: which member ran is
 * not told.
 */
export function actionCounts(before: Sample, after: Sample, entities: Iterable<Entity>): ActionCount[] {
  const counts = new Map<string, ActionCount>();
  for (const entity of entities) {
    if (entity.kind !== "entry" || entity.action?.kind !== "run") continue;
    const packets = packetsBetween(before, after, entity);
    if (packets === null) continue;
    const { table } = entity;
    const action = entity.action.run.name;
    const known = counts.get(`${table} ${action}`) ?? { table, action, packets: 0 };
    known.packets += packets;
    counts.set(`${table} ${action}`, known);
  }
  return [...counts.values()];
}
