import type { Preamble } from "../p4runtime/index.ts";
import { notFound } from "./errors.ts";

export const idOf = (preamble: Preamble | null): number => preamble?.id ?? 0;

/** Throws NOT_FOUND. */
export function found<T>(all: ReadonlyMap<number, T>, id: number, what: string): T {
  const one = all.get(id);
  if (one === undefined) throw notFound(`there is no ${what} with the id ${id}`);
  return one;
}
