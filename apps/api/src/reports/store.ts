import type { Prisma } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { type Report, type ReportEntry, reportEntrySchema, type Snapshot, snapshotSchema } from "./schema.ts";

type LinkRow = Prisma.ShareLinkModel;
export type Link = ReportEntry["links"][number];

function toLink(row: LinkRow, now: Date): Link {
  return {
    id: row.id,
    state: row.revokedAt ? "revoked" : row.expiresAt <= now ? "expired" : "valid",
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

type ReportRow = Omit<Prisma.ReportModel, "snapshot"> & { links: LinkRow[] };

/** Rows of reports and the links that share them. */
export function createReportStore({ db, workspaceId }: Scope) {
  const namesOf = async (ids: (string | null)[]): Promise<Map<string, string>> => {
    const users = await db.user.findMany({
      where: { id: { in: ids.flatMap((id) => id ?? []) } },
      select: { id: true, name: true },
    });
    return new Map(users.map((user) => [user.id, user.name]));
  };

  const toEntry = (row: ReportRow, names: Map<string, string>, now: Date): ReportEntry =>
    reportEntrySchema.parse({
      id: row.id,
      kind: row.kind,
      title: row.title,
      hash: row.hash,
      createdAt: row.createdAt.toISOString(),
      createdBy: row.createdBy && (names.get(row.createdBy) ?? null),
      links: row.links.map((link) => toLink(link, now)),
    });

  const read = async (where: Prisma.ReportWhereInput, now: Date): Promise<Report | null> => {
    const row = await db.report.findFirst({
      where: { ...where, removedAt: null },
      include: { links: { orderBy: { createdAt: "desc" } } },
    });
    if (!row) return null;
    const entry = toEntry(row, await namesOf([row.createdBy]), now);
    return { ...entry, snapshot: snapshotSchema.parse(row.snapshot) };
  };

  return {
    async list(now: Date): Promise<ReportEntry[]> {
      const rows = await db.report.findMany({
        where: { workspaceId, removedAt: null },
        omit: { snapshot: true },
        include: { links: { orderBy: { createdAt: "desc" } } },
        orderBy: { createdAt: "desc" },
      });
      const names = await namesOf(rows.map((row) => row.createdBy));
      return rows.map((row) => toEntry(row, names, now));
    },

    get: (id: string, now: Date): Promise<Report | null> => read({ id, workspaceId }, now),

    /** The report of a link: who has the link has no workspace. */
    linked: (id: string, now: Date): Promise<Report | null> => read({ id }, now),

    async create(report: {
      kind: ReportEntry["kind"];
      title: string;
      snapshot: Snapshot;
      hash: string;
      createdBy: string | null;
    }): Promise<string> {
      const data = { ...report, snapshot: toJson(report.snapshot), workspaceId };
      return (await db.report.create({ data, select: { id: true } })).id;
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      return (await db.report.updateMany({ where: { id, workspaceId }, data: { removedAt } })).count > 0;
    },

    async addLink(
      link: { reportId: string; tokenHash: string; expiresAt: Date; createdBy: string | null },
      now: Date,
    ): Promise<Link> {
      return toLink(await db.shareLink.create({ data: { ...link, createdAt: now } }), now);
    },

    async revokeLink(id: string, now: Date): Promise<boolean> {
      const { count } = await db.shareLink.updateMany({
        where: { id, revokedAt: null, report: { workspaceId } },
        data: { revokedAt: now },
      });
      return count > 0;
    },

    findLink: (tokenHash: string): Promise<LinkRow | null> =>
      db.shareLink.findUnique({ where: { tokenHash } }),

    async touchLink(id: string, now: Date): Promise<void> {
      await db.shareLink.update({ where: { id }, data: { lastUsedAt: now } });
    },
  };
}

export type ReportStore = ReturnType<typeof createReportStore>;
