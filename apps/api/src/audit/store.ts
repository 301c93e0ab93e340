import { randomUUID } from "node:crypto";
import type { Db, Prisma, Tx } from "../database/client.ts";
import {
  type AuditEntry,
  type AuditFilter,
  DONE,
  type NewAuditEntry,
  newAuditEntrySchema,
} from "./schema.ts";

type Row = Prisma.AuditEntryModel;

// PostgreSQL keeps no NUL in texts
const text = (value: string | null): string | null => value?.replaceAll("\0", "").slice(0, 500) ?? null;
const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
const parsed = (value: string | null): unknown => (value === null ? null : JSON.parse(value));

const toEntry = (row: Row): AuditEntry => ({
  ...row,
  seq: Number(row.seq),
  at: row.at.toISOString(),
  before: parsed(row.before),
  after: parsed(row.after),
  input: parsed(row.input),
});

const toColumns = (entry: NewAuditEntry) => ({
  at: new Date(entry.at),
  actorId: text(entry.actorId),
  actorName: text(entry.actorName),
  via: text(entry.via),
  address: text(entry.address),
  userAgent: text(entry.userAgent),
  workspaceId: entry.workspaceId,
  action: entry.action.replaceAll("\0", "").slice(0, 200),
  objectKind: text(entry.objectKind),
  objectId: text(entry.objectId),
  objectName: text(entry.objectName),
  outcome: entry.outcome,
  times: entry.times,
  before: json(entry.before),
  after: json(entry.after),
  input: json(entry.input),
});

const contains = (value: string) => ({ contains: value, mode: "insensitive" }) as const;

function whereOf(filter: AuditFilter): Prisma.AuditEntryWhereInput {
  const { actor, object, action, outcome, workspaceId, from, to, text: anywhere } = filter;
  const all: Prisma.AuditEntryWhereInput[] = [];
  if (actor) all.push({ OR: [{ actorId: actor }, { actorName: contains(actor) }] });
  if (object)
    all.push({ OR: [{ objectId: object }, { objectKind: object }, { objectName: contains(object) }] });
  if (action) all.push({ action: { startsWith: action } });
  if (outcome) all.push({ outcome: outcome === DONE ? DONE : { not: DONE } });
  if (workspaceId) all.push({ workspaceId });
  if (from) all.push({ at: { gte: new Date(from) } });
  if (to) all.push({ at: { lt: new Date(to) } });
  if (anywhere)
    all.push({
      OR: [
        ...(["actorName", "address", "userAgent", "action", "objectId", "objectName"] as const),
        ...(["outcome", "before", "after", "input"] as const),
      ].map((column) => ({ [column]: contains(anywhere) })),
    });
  return { AND: all };
}

/** Rows of the audit log. They are only ever added. */
export function createAuditStore({ db }: { db: Db }) {
  const append = async (entry: NewAuditEntry, tx: Tx = db): Promise<void> => {
    await tx.auditEntry.create({ data: toColumns(entry), select: { seq: true } });
  };

  return {
    append,

    /** Newest first, before the entry `before`. */
    async page(filter: AuditFilter, before: number | null, limit: number): Promise<AuditEntry[]> {
      const where = { AND: [whereOf(filter), before === null ? {} : { seq: { lt: before } }] };
      const rows = await db.auditEntry.findMany({ where, orderBy: { seq: "desc" }, take: limit });
      return rows.map(toEntry);
    },

    /** Oldest first, a batch at a time; entries that come meanwhile are not in it. */
    async *all(filter: AuditFilter, batch = 500): AsyncGenerator<AuditEntry> {
      const newest = await db.auditEntry.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } });
      if (!newest) return;
      for (let after = 0n; ; ) {
        const where = { AND: [whereOf(filter), { seq: { gt: after, lte: newest.seq } }] };
        const rows = await db.auditEntry.findMany({ where, orderBy: { seq: "asc" }, take: batch });
        for (const row of rows) yield toEntry(row);
        const last = rows.at(-1);
        if (!last || rows.length < batch) return;
        after = last.seq;
      }
    },

    /** Notes that a change begins. Returns what `settle` needs. */
    async begin(entry: NewAuditEntry): Promise<string> {
      const id = randomUUID();
      await db.auditPending.create({ data: { id, at: new Date(entry.at), entry: JSON.stringify(entry) } });
      return id;
    },

    /** Writes the entry of a change that has begun (`id` null: of one that was not noted before). */
    async settle(id: string | null, entry: NewAuditEntry): Promise<void> {
      if (id === null) return append(entry);
      await db.$transaction(async (tx) => {
        await tx.auditPending.deleteMany({ where: { id } });
        await append(entry, tx);
      });
    },

    /** Takes back that a change has begun. */
    async forget(id: string | null): Promise<void> {
      if (id !== null) await db.auditPending.deleteMany({ where: { id } });
    },

    /** Writes entries of changes that began before `before` and were never settled, with the outcome `unknown`. */
    async sweep(before: Date): Promise<number> {
      const lost = await db.auditPending.findMany({ where: { at: { lt: before } }, orderBy: { at: "asc" } });
      for (const { id, entry } of lost) {
        await db.$transaction(async (tx) => {
          // of two processes that look, one writes it
          const { count } = await tx.auditPending.deleteMany({ where: { id } });
          if (count > 0)
            await append({ ...newAuditEntrySchema.parse(JSON.parse(entry)), outcome: "unknown" }, tx);
        });
      }
      return lost.length;
    },

    /** Takes away the oldest entries up to `before`, after an entry (made by `noted`) that says up to which. */
    async prune(
      before: Date,
      noted: (removed: { seq: number; hash: string; entries: number }) => NewAuditEntry,
    ) {
      // the first that stays ends it: clocks may have stepped, and the chain may have no holes
      const stays = await db.auditEntry.findFirst({
        where: { at: { gte: before } },
        orderBy: { seq: "asc" },
      });
      const last = await db.auditEntry.findFirst({
        where: stays ? { seq: { lt: stays.seq } } : {},
        orderBy: { seq: "desc" },
      });
      if (!last) return 0;
      const where = { seq: { lte: last.seq } };
      return db.$transaction(async (tx) => {
        const entries = await tx.auditEntry.count({ where });
        await append(noted({ seq: Number(last.seq), hash: last.hash, entries }), tx);
        return (await tx.auditEntry.deleteMany({ where })).count;
      });
    },
  };
}
export type AuditStore = ReturnType<typeof createAuditStore>;
