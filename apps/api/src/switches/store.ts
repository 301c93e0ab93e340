import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type Scope, type WideScope, within } from "../database/scope.ts";
import { type GnmiState, gnmiStateSchema } from "./identity/schema.ts";
import type { Polled } from "./poller.ts";
import {
  type AttachedSwitch,
  type Intent,
  intentSchema,
  type Occurrence,
  type Reading,
  readingSchema,
  type SnapshotSummary,
  type StoredSnapshot,
  type SwitchState,
  snapshotCauseSchema,
  snapshotSummarySchema,
  switchStateSchema,
} from "./schema.ts";

/** Kept of each switch (our choice); the oldest goes first. A snapshot that is the intent stays. */
export const KEPT = { snapshots: 1_000, samples: 60, occurrences: 2_000 };

const newest = {
  snapshots: { orderBy: { takenAt: "desc" as const }, take: 1, select: { id: true, root: true } },
} satisfies Prisma.AttachedSwitchInclude;
/** Ports and neighbours are not needed with every list. */
const lean = { include: newest, omit: { gnmi: true } } as const;
type Row = Prisma.AttachedSwitchGetPayload<typeof lean>;

const toSwitch = (row: Row): AttachedSwitch => ({
  id: row.id,
  name: row.name,
  address: row.address,
  deviceId: row.deviceId,
  secure: row.secure,
  serverName: row.serverName,
  mutual: row.sealedTls !== null,
  gnmiAddress: row.gnmiAddress,
  pollS: row.pollS,
  programVersionId: row.programVersionId,
  device: row.device,
  state: switchStateSchema.parse(row.state),
  stateSince: row.stateSince.toISOString(),
  message: row.message,
  triedAt: row.triedAt?.toISOString() ?? null,
  readAt: row.readAt?.toISOString() ?? null,
  reading: row.reading === null ? null : readingSchema.parse(row.reading),
  snapshotId: row.snapshots[0]?.id ?? null,
  intent: row.intent === null ? null : intentSchema.parse(row.intent),
  createdAt: row.createdAt.toISOString(),
});

const toSnapshot = (row: Prisma.SwitchSnapshotGetPayload<object>): StoredSnapshot => ({
  id: row.id,
  switchId: row.switchId,
  root: row.root,
  takenAt: row.takenAt.toISOString(),
  seenAt: row.seenAt.toISOString(),
  cause: snapshotCauseSchema.parse(row.cause),
  summary: snapshotSummarySchema.parse(row.summary),
});

/** How a switch is reached; the TLS part is sealed. */
export type Connection = {
  address: string;
  deviceId: string;
  secure: boolean;
  serverName: string | null;
  sealedTls: string | null;
  gnmiAddress: string | null;
};
type NewSwitch = Connection & {
  name: string;
  pollS: number;
  programVersionId: string | null;
  device: string | null;
  createdBy: string | null;
};
type SwitchPatch = Partial<Omit<NewSwitch, "createdBy">>;

/** What one look changes of a switch. */
export type LookOutcome = {
  state: SwitchState;
  message: string | null;
  reading?: Reading;
  /** everything was read */
  whole: boolean;
};

/** Those that are looked at by themselves, of every workspace. */
export async function listPolled({ db, workspaceId }: WideScope): Promise<Polled[]> {
  const rows = await db.attachedSwitch.findMany({
    where: { ...within(workspaceId), workspace: { archivedAt: null }, removedAt: null, pollS: { gt: 0 } },
    select: {
      id: true,
      workspaceId: true,
      pollS: true,
      triedAt: true,
      reading: true,
      state: true,
      stateSince: true,
    },
  });
  return rows.map(({ reading: stored, state, stateSince, ...row }) => {
    const reading = stored === null ? null : readingSchema.parse(stored);
    return {
      ...row,
      readMs: reading?.readMs ?? 0,
      hasCookie: state === "live" && reading?.cookie != null,
      awayMs:
        state === "unreachable" || state === "refused"
          ? (row.triedAt?.getTime() ?? 0) - stateSince.getTime()
          : null,
    };
  });
}

/** Rows of switches, their snapshots, samples of counters, and what was noticed. */
export function createSwitchStore({ db, workspaceId }: Scope) {
  const own = (id: string) => ({ id, workspaceId, removedAt: null });
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work, { timeout: 120_000 }),

    async list(): Promise<AttachedSwitch[]> {
      const rows = await db.attachedSwitch.findMany({
        where: { workspaceId, removedAt: null },
        ...lean,
        orderBy: { name: "asc" },
      });
      return rows.map(toSwitch);
    },

    async get(id: string): Promise<AttachedSwitch | null> {
      const row = await db.attachedSwitch.findFirst({ where: own(id), ...lean });
      return row && toSwitch(row);
    },

    connection: (id: string): Promise<Connection | null> =>
      db.attachedSwitch.findFirst({
        where: own(id),
        select: {
          ...{ address: true, deviceId: true, secure: true, serverName: true, sealedTls: true },
          gnmiAddress: true,
        },
      }),

    /** What switches told by gNMI, by their id. */
    async gnmiReads(): Promise<Map<string, GnmiState>> {
      const rows = await db.attachedSwitch.findMany({
        where: { workspaceId, removedAt: null },
        select: { id: true, gnmi: true },
      });
      return new Map(
        rows.flatMap(({ id, gnmi }) => (gnmi === null ? [] : [[id, gnmiStateSchema.parse(gnmi)] as const])),
      );
    },

    async gnmiRead(id: string): Promise<GnmiState | null> {
      const row = await db.attachedSwitch.findFirst({ where: own(id), select: { gnmi: true } });
      return row && row.gnmi !== null ? gnmiStateSchema.parse(row.gnmi) : null;
    },

    /** Null forgets it: another address may be another switch. */
    async saveGnmi(id: string, state: GnmiState | null): Promise<void> {
      const text = state === null ? null : JSON.stringify(state);
      await db.$executeRaw`
        UPDATE attached_switch SET gnmi = ${text}::jsonb
        WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL`;
    },

    /** Switches with a device id, which operators give out: it need not be unique. */
    countWith: (deviceId: string): Promise<number> =>
      db.attachedSwitch.count({ where: { workspaceId, removedAt: null, deviceId } }),

    count: (): Promise<number> => db.attachedSwitch.count({ where: { workspaceId, removedAt: null } }),

    async create(data: NewSwitch, at: Date): Promise<string> {
      const made = await db.attachedSwitch.create({
        data: { ...data, workspaceId, stateSince: at, createdAt: at },
        select: { id: true },
      });
      return made.id;
    },

    async update(id: string, patch: SwitchPatch): Promise<boolean> {
      return (await db.attachedSwitch.updateMany({ where: own(id), data: patch })).count > 0;
    },

    async setIntent(id: string, intent: Intent | null, from: Tx = db): Promise<boolean> {
      const text = intent === null ? null : JSON.stringify(intent);
      const rows = await from.$executeRaw`
        UPDATE attached_switch SET intent = ${text}::jsonb
        WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL`;
      return rows > 0;
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      return (
        (await db.attachedSwitch.updateMany({ where: { id, workspaceId }, data: { removedAt } })).count > 0
      );
    },

    /** Locks the switch; its state, intent and newest snapshot, null when it is gone. */
    async lock(
      tx: Tx,
      id: string,
    ): Promise<{
      state: SwitchState;
      intent: Intent | null;
      snapshot: { id: string; root: string } | null;
    } | null> {
      const rows = await tx.$queryRaw<{ state: string; intent: unknown }[]>`
        SELECT state, intent FROM attached_switch
        WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      const [row] = rows;
      if (!row) return null;
      const snapshot = await tx.switchSnapshot.findFirst({
        where: { switchId: id },
        orderBy: { takenAt: "desc" },
        select: { id: true, root: true },
      });
      const intent = row.intent === null ? null : intentSchema.parse(row.intent);
      return { state: switchStateSchema.parse(row.state), intent, snapshot };
    },

    async saveLook(tx: Tx, id: string, before: SwitchState, outcome: LookOutcome, at: Date): Promise<void> {
      await tx.attachedSwitch.update({
        where: { id },
        data: {
          state: outcome.state,
          message: outcome.message,
          triedAt: at,
          ...(before === outcome.state ? {} : { stateSince: at }),
          ...(outcome.whole ? { readAt: at } : {}),
          ...(outcome.reading ? { reading: toJson(outcome.reading) } : {}),
        },
      });
    },

    async addSnapshot(
      tx: Tx,
      made: {
        switchId: string;
        root: string;
        at: Date;
        cause: StoredSnapshot["cause"];
        summary: SnapshotSummary;
      },
    ): Promise<string> {
      const { at, summary, ...rest } = made;
      const { id } = await tx.switchSnapshot.create({
        data: { ...rest, takenAt: at, seenAt: at, summary: toJson(summary) },
        select: { id: true },
      });
      return id;
    },

    seen: (tx: Tx, snapshotId: string, at: Date) =>
      tx.switchSnapshot.update({ where: { id: snapshotId }, data: { seenAt: at } }),

    async addOccurrence(
      tx: Tx,
      made: { switchId: string; at: Date; kind: string; text: string; snapshotId: string | null },
    ): Promise<void> {
      await tx.switchOccurrence.create({ data: made });
    },

    async addSample(tx: Tx, switchId: string, at: Date, body: Uint8Array): Promise<void> {
      await tx.switchSample.create({ data: { switchId, at, body: new Uint8Array(body) } });
    },

    /** Lets go of what is beyond `KEPT`; pieces of snapshots go with housekeeping. */
    async prune(tx: Tx, id: string): Promise<void> {
      for (const [table, column, kept] of [
        ["switch_snapshot", "taken_at", KEPT.snapshots],
        ["switch_sample", "at", KEPT.samples],
        ["switch_occurrence", "at", KEPT.occurrences],
      ] as const)
        await tx.$executeRawUnsafe(
          `DELETE FROM ${table} WHERE switch_id = $1::uuid AND id IN (
             SELECT id FROM ${table} WHERE switch_id = $1::uuid ORDER BY ${column} DESC OFFSET $2)
             AND id::text <> COALESCE((SELECT intent->>'snapshotId' FROM attached_switch WHERE id = $1::uuid), '')`,
          id,
          kept,
        );
    },

    async snapshots(switchId: string, limit: number): Promise<StoredSnapshot[]> {
      const rows = await db.switchSnapshot.findMany({
        where: { switchId, switch: { workspaceId } },
        orderBy: { takenAt: "desc" },
        take: limit,
      });
      return rows.map(toSnapshot);
    },

    async snapshot(id: string): Promise<StoredSnapshot | null> {
      const row = await db.switchSnapshot.findFirst({ where: { id, switch: { workspaceId } } });
      return row && toSnapshot(row);
    },

    /** Roots of all snapshots, those of removed switches too: removal can be undone. */
    async roots(): Promise<Set<string>> {
      const rows = await db.switchSnapshot.findMany({
        where: { switch: { workspaceId } },
        distinct: ["root"],
        select: { root: true },
      });
      return new Set(rows.map(({ root }) => root));
    },

    async occurrences(switchId: string, limit: number): Promise<Occurrence[]> {
      const rows = await db.switchOccurrence.findMany({
        where: { switchId, switch: { workspaceId } },
        orderBy: [{ at: "desc" }, { id: "desc" }],
        take: limit,
      });
      return rows.map(({ id, at, kind, text, snapshotId }) => ({
        ...{ id, kind, text, snapshotId },
        at: at.toISOString(),
      }));
    },

    /** The newest sample and the oldest kept one at or after `since`; null where there is none. */
    async samples(
      switchId: string,
      since: Date,
    ): Promise<{
      newest: { at: Date; body: Uint8Array } | null;
      oldest: { at: Date; body: Uint8Array } | null;
    }> {
      const where = { switchId, switch: { workspaceId } };
      const [last, first] = await Promise.all([
        db.switchSample.findFirst({ where, orderBy: { at: "desc" } }),
        db.switchSample.findFirst({ where: { ...where, at: { gte: since } }, orderBy: { at: "asc" } }),
      ]);
      return { newest: last, oldest: first && last && first.id !== last.id ? first : null };
    },
  };
}
export type SwitchStore = ReturnType<typeof createSwitchStore>;
