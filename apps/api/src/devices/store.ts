import { type DeviceProfile, deviceProfileSchema } from "@p4twin/models/device";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { toEntry } from "../shared/versions.ts";
import type { Device } from "./schema.ts";

/** Rows of the device profiles that users made. */
export function createDeviceStore({ db, workspaceId }: Scope) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work),

    /** The newest version of every own profile. */
    async list(): Promise<Device[]> {
      const rows = await db.deviceProfile.findMany({
        where: { workspaceId, removedAt: null },
        include: { versions: { orderBy: { number: "desc" } } },
        orderBy: { slug: "asc" },
      });
      return rows.flatMap((row) => {
        const newest = row.versions[0];
        if (!newest) return [];
        return [
          {
            id: row.slug,
            origin: "own" as const,
            versionId: newest.id,
            number: newest.number,
            document: deviceProfileSchema.parse(newest.document),
            versions: row.versions.map(toEntry),
          },
        ];
      });
    },

    /** One version of an own profile, a removed one too: what refers to it still names it. */
    async version(slug: string, number: number): Promise<DeviceProfile | null> {
      const row = await db.deviceProfileVersion.findFirst({
        where: { number, profile: { slug, workspaceId } },
        select: { document: true },
      });
      return row && deviceProfileSchema.parse(row.document);
    },

    /** Locks the profile of this id, made when it is new. `newest` is null for a new one. */
    async lock(
      tx: Tx,
      slug: string,
    ): Promise<{ profileId: string; newest: { number: number; hash: string } | null }> {
      await tx.deviceProfile.upsert({
        where: { workspaceId_slug: { workspaceId, slug } },
        create: { workspaceId, slug },
        update: { removedAt: null },
      });
      const rows = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM device_profile WHERE slug = ${slug} AND workspace_id = ${workspaceId}::uuid FOR UPDATE`;
      const profileId = rows[0]?.id ?? "";
      const newest = await tx.deviceProfileVersion.findFirst({
        where: { profileId },
        orderBy: { number: "desc" },
        select: { number: true, hash: true },
      });
      return { profileId, newest };
    },

    async addVersion(
      tx: Tx,
      version: {
        profileId: string;
        number: number;
        hash: string;
        document: DeviceProfile;
        createdBy: string | null;
      },
    ): Promise<void> {
      await tx.deviceProfileVersion.create({ data: { ...version, document: toJson(version.document) } });
    },

    async setRemoved(slug: string, removedAt: Date | null): Promise<boolean> {
      return (
        (await db.deviceProfile.updateMany({ where: { slug, workspaceId }, data: { removedAt } })).count > 0
      );
    },
  };
}

export type DeviceStore = ReturnType<typeof createDeviceStore>;
