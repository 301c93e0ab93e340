import { z } from "zod";
import type { Prisma } from "../../database/client.ts";
import { toJson } from "../../database/json.ts";
import type { Scope } from "../../database/scope.ts";
import {
  type SwitchWrite,
  switchWriteSchema,
  type Writing,
  writeItemSchema,
  writingSchema,
} from "./schema.ts";

/** Writes of a switch that are kept (our choice); the oldest go first. The audit log has them all. */
export const KEPT_WRITES = 500;

const toWrite = (row: Prisma.SwitchWriteGetPayload<object>): SwitchWrite => ({
  ...{ id: row.id, at: row.at.toISOString(), by: row.by, message: row.message, undoOf: row.undoOf },
  state: switchWriteSchema.shape.state.parse(row.state),
  items: z.array(writeItemSchema).parse(row.items),
});

/** How settings of switches are written, and what was. */
export function createSettingsStore({ db, workspaceId }: Scope) {
  const ofSwitch = (switchId: string) => ({ switchId, switch: { workspaceId, removedAt: null } });
  return {
    async writing(id: string): Promise<Writing | null> {
      const row = await db.attachedSwitch.findFirst({
        where: { id, workspaceId, removedAt: null },
        select: { writing: true },
      });
      return row?.writing ? writingSchema.parse(row.writing) : null;
    },

    async setWriting(id: string, writing: Writing | null): Promise<void> {
      const text = writing === null ? null : JSON.stringify(writing);
      await db.$executeRaw`
        UPDATE attached_switch SET writing = ${text}::jsonb
        WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL`;
    },

    async writes(switchId: string, limit: number): Promise<SwitchWrite[]> {
      const rows = await db.switchWrite.findMany({
        where: ofSwitch(switchId),
        orderBy: [{ at: "desc" }, { id: "desc" }],
        take: limit,
      });
      return rows.map(toWrite);
    },

    async write(switchId: string, id: string): Promise<SwitchWrite | null> {
      const row = await db.switchWrite.findFirst({ where: { id, ...ofSwitch(switchId) } });
      return row && toWrite(row);
    },

    /** Notes a write before it is made: one whose process ends meanwhile is not forgotten. */
    async begin(
      switchId: string,
      made: Pick<SwitchWrite, "items" | "by" | "undoOf">,
      at: Date,
    ): Promise<string> {
      const { items, ...rest } = made;
      const { id } = await db.switchWrite.create({
        data: { ...rest, switchId, at, state: "writing", items: toJson(items) },
        select: { id: true },
      });
      await db.$executeRaw`
        DELETE FROM switch_write WHERE switch_id = ${switchId}::uuid AND id IN (
          SELECT id FROM switch_write WHERE switch_id = ${switchId}::uuid ORDER BY at DESC OFFSET ${KEPT_WRITES})`;
      return id;
    },

    async end(id: string, ended: Pick<SwitchWrite, "state" | "items" | "message">): Promise<void> {
      await db.switchWrite.update({ where: { id }, data: { ...ended, items: toJson(ended.items) } });
    },
  };
}
export type SettingsStore = ReturnType<typeof createSettingsStore>;
