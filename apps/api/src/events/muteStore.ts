import type { Prisma, Tx } from "../database/client.ts";
import type { WideScope } from "../database/scope.ts";
import { columnsOf, namesOfPlace, ofWorkspace, type Place, withPlace } from "./place.ts";
import type { Mute, MuteInput } from "./schema.ts";
import { namesOf } from "./userNames.ts";

/** Mutes that are not over at `at`, planned ones among them. */
const pending = (at: Date): Prisma.AlertMuteWhereInput => ({ endedAt: null, until: { gt: at } });
/** Those that have begun. */
const running = (at: Date): Prisma.AlertMuteWhereInput => ({ ...pending(at), startsAt: { lte: at } });

/** Rows of mutes. */
export function createMuteStore({ db, workspaceId }: WideScope) {
  const read = async (where: Prisma.AlertMuteWhereInput, from: Tx): Promise<Mute[]> => {
    const rows = await from.alertMute.findMany({
      where: { AND: [ofWorkspace(workspaceId), where] },
      include: withPlace,
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
      segmentId: row.segmentId,
      switchId: row.switchId,
      ...namesOfPlace(row),
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

    /** The mute that covers a segment or a switch, the one that lasts longest; null when it may be heard. */
    async covering(tx: Tx, place: Place, at: Date): Promise<Mute | null> {
      const { deploymentId, segmentId, switchId } = columnsOf(place);
      const found = await tx.alertMute.findFirst({
        where: { deploymentId, switchId, OR: [{ segmentId: null }, { segmentId }], ...running(at) },
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
