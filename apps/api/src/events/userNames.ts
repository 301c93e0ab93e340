import type { Tx } from "../database/client.ts";

/** The name of a user by id; the id itself where the account has gone. */
export type NamesOf = (userId: string | null) => string | null;

export async function namesOf(from: Tx, ids: readonly (string | null | undefined)[]): Promise<NamesOf> {
  const known = ids.flatMap((id) => id ?? []);
  const users =
    known.length === 0
      ? []
      : await from.user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } });
  const names = new Map(users.map((user) => [user.id, user.name]));
  return (id) => id && (names.get(id) ?? id);
}
