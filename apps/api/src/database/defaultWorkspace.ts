import type { Db } from "./client.ts";

/** Id of the workspace that everything belongs to, made on the first start. `isNew`: the database was empty. */
export async function ensureDefaultWorkspace(db: Db): Promise<{ id: string; isNew: boolean }> {
  const known = await db.workspace.findFirst({ where: { isDefault: true }, select: { id: true } });
  if (known) return { id: known.id, isNew: false };
  const data = { name: "P4Twin", isDefault: true };
  const made = await db.workspace.create({ data, select: { id: true } });
  return { id: made.id, isNew: true };
}
