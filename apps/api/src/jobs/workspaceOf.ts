import { z } from "zod";
import type { Db } from "../database/client.ts";
import type { TakenJob } from "./queue.ts";

const payloadSchema = z.object({ workspaceId: z.uuid() });

/** In which workspace something is that a process does for all of them; null when it has gone. */
export function createWorkspaceOf(db: Db) {
  return {
    /** Plans carry it; a placement has its row. */
    async ofJob(job: Pick<TakenJob, "id" | "payload">): Promise<string | null> {
      const carried = payloadSchema.safeParse(job.payload);
      if (carried.success) return carried.data.workspaceId;
      const where = { jobId: job.id };
      return (await db.placement.findFirst({ where, select: { workspaceId: true } }))?.workspaceId ?? null;
    },

    async ofChannel(id: string): Promise<string | null> {
      const channel = await db.notificationChannel.findUnique({
        where: { id },
        select: { workspaceId: true },
      });
      return channel?.workspaceId ?? null;
    },
  };
}
