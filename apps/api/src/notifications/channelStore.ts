import { z } from "zod";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import {
  type Channel,
  type ChannelInput,
  channelFilterSchema,
  mailServerInputSchema,
  targetSchema,
} from "./schema.ts";

const MAIL_SERVER_KEY = "mail-server";
const storedMailServerSchema = mailServerInputSchema
  .omit({ password: true })
  .extend({ sealedPassword: z.string().nullable() });
export type StoredMailServer = z.infer<typeof storedMailServerSchema>;

type Row = {
  id: string;
  name: string;
  target: unknown;
  filter: unknown;
  sealedSecret: string | null;
  enabled: boolean;
  createdAt: Date;
};
export type StoredChannel = { channel: Channel; sealedSecret: string | null };

const toStored = (row: Row): StoredChannel => ({
  sealedSecret: row.sealedSecret,
  channel: {
    id: row.id,
    name: row.name,
    target: targetSchema.parse(row.target),
    filter: channelFilterSchema.parse(row.filter),
    enabled: row.enabled,
    hasSecret: row.sealedSecret !== null,
    createdAt: row.createdAt.toISOString(),
  },
});

/** Rows of channels, and how mail leaves. */
export function createChannelStore({ db, workspaceId }: Scope) {
  const columns = ({ target, filter, name, enabled }: ChannelInput) => ({
    name,
    enabled,
    target: toJson(target),
    filter: toJson(filter),
  });

  const listStored = async (): Promise<StoredChannel[]> => {
    const rows = await db.notificationChannel.findMany({
      where: { workspaceId, removedAt: null },
      orderBy: { createdAt: "asc" },
    });
    return rows.map(toStored);
  };

  return {
    listStored,
    list: async (): Promise<Channel[]> => (await listStored()).map(({ channel }) => channel),

    async get(id: string): Promise<StoredChannel | null> {
      const row = await db.notificationChannel.findFirst({ where: { id, workspaceId, removedAt: null } });
      return row && toStored(row);
    },

    async create(input: ChannelInput, sealedSecret: string | null, createdBy: string): Promise<string> {
      const data = { ...columns(input), sealedSecret, createdBy, workspaceId };
      return (await db.notificationChannel.create({ data, select: { id: true } })).id;
    },

    async update(id: string, input: ChannelInput, sealedSecret: string | null): Promise<void> {
      await db.notificationChannel.update({ where: { id }, data: { ...columns(input), sealedSecret } });
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      const where = { id, workspaceId };
      return (await db.notificationChannel.updateMany({ where, data: { removedAt } })).count > 0;
    },

    async mailServer(): Promise<StoredMailServer | null> {
      const row = await db.setting.findUnique({ where: { key: MAIL_SERVER_KEY } });
      return row ? storedMailServerSchema.parse(row.value) : null;
    },

    async saveMailServer(server: StoredMailServer): Promise<void> {
      const value = toJson(server);
      await db.setting.upsert({
        where: { key: MAIL_SERVER_KEY },
        create: { key: MAIL_SERVER_KEY, value },
        update: { value, updatedAt: new Date() },
      });
    },
  };
}
export type ChannelStore = ReturnType<typeof createChannelStore>;
