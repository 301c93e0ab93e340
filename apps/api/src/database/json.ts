import type { Prisma } from "./generated/client.ts";

/** A value for a JSON column. Throws when it is not JSON (functions, bigint, cycles): a bug of the caller. */
export function toJson(value: unknown): Prisma.InputJsonValue {
  const copy: Prisma.InputJsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}
