import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type Scope, type WideScope, within } from "../database/scope.ts";
import { type GnmiState, gnmiStateSchema } from "./identity/schema.ts";
import type { Polled } from "./poller.ts";
import {
  type AttachedSwitch,
  type Intent,
  intentSchema,
  type Reading,
  readingSchema,
  type SwitchState,
  switchStateSchema,
} from "./schema.ts";
import { createSwitchHistory } from "./switchHistory.ts";

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

/** Rows of switches, with their history. */
export function createSwitchStore(scope: Scope) {
  const { db, workspaceId } = scope;
  const own = (id: string) => ({ id, workspaceId, removedAt: null });
  return {
    ...createSwitchHistory(scope),

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
  };
}
export type SwitchStore = ReturnType<typeof createSwitchStore>;
