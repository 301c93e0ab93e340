import type { Prisma, Tx } from "../database/client.ts";
import { type WideScope, within } from "../database/scope.ts";
import type { Mute, MuteInput } from "./schema.ts";
import { segmentNameOf } from "./store.ts";
import { namesOf } from "./userNames.ts";

const withDeployment = {
  deployment: { select: { name: true, segments: true } },
} satisfies Prisma.AlertMuteInclude;

/** Mutes that are not over at `at`, planned ones among them. */
const pending = (at: Date): Prisma.AlertMuteWhereInput => ({ endedAt: null, until: { gt: at } });
/** Those that have begun. */
const running = (at: Date): Prisma.AlertMuteWhereInput => ({ ...pending(at), startsAt: { lte: at } });

/** Rows of mutes. */
export function createMuteStore({ db, workspaceId }: WideScope) {
  const ours = { deployment: { ...within(workspaceId), removedAt: null } };
  const read = async (where: Prisma.AlertMuteWhereInput, from: Tx): Promise<Mute[]> => {
    const rows = await from.alertMute.findMany({
      where: { ...ours, ...where },
      include: withDeployment,
      orderBy: { createdAt: "desc" },
      take: 1_000,
    });
    const names = await namesOf(
      from,
      rows.map((row) => row.createdBy),
    );
    return rows.map((row) => ({
      id: row.id,
      deploymentId: row.deploymentId,
      deploymentName: row.deployment.name,
      segmentId: row.segmentId,
      segmentName: row.segmentId && segmentNameOf(row.deployment.segments, row.segmentId),
      reason: row.reason,
      from: row.startsAt.toISOString(),
      until: row.until.toISOString(),
      createdBy: names(row.createdBy),
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    }));
  };

  return {
    pending: (at: Date): Promise<Mute[]> => read(pending(at), db),

    async get(id: string, from: Tx = db): Promise<Mute | null> {
      return (await read({ id }, from))[0] ?? null;
    },

    /** The mute that covers a segment, the one that lasts longest; null when it may be heard. */
    async covering(tx: Tx, deploymentId: string, segmentId: string, at: Date): Promise<Mute | null> {
      const found = await tx.alertMute.findFirst({
        where: { deploymentId, OR: [{ segmentId: null }, { segmentId }], ...running(at) },
        orderBy: { until: "desc" },
        select: { id: true },
      });
      return found && ((await read({ id: found.id }, tx))[0] ?? null);
    },

    async add(tx: Tx, input: MuteInput & { createdBy: string | null; createdAt: Date }): Promise<string> {
      const { from, ...rest } = input;
      const startsAt = from === undefined ? input.createdAt : new Date(from);
      const data = { ...rest, startsAt, until: new Date(input.until) };
      return (await tx.alertMute.create({ data, select: { id: true } })).id;
    },

    /** True when it was running: of two who end it, one does. */
    async end(tx: Tx, id: string, at: Date): Promise<boolean> {
      return (
        (await tx.alertMute.updateMany({ where: { id, endedAt: null }, data: { endedAt: at } })).count > 0
      );
    },

    /** Mutes whose time is over and that nobody has ended. */
    async expired(at: Date): Promise<Mute[]> {
      return read({ endedAt: null, until: { lte: at } }, db);
    },
  };
}
export type MuteStore = ReturnType<typeof createMuteStore>;
