import type { Preamble } from "../p4runtime/index.ts";
import { invalid } from "./errors.ts";

export const idOf = (preamble: Preamble | null): number => preamble?.id ?? 0;

/** Throws INVALID_ARGUMENT: an id that the P4Info does not have is a malformed request, as PI has it. */
export function found<T>(all: ReadonlyMap<number, T>, id: number, what: string): T {
  const one = all.get(id);
  if (one === undefined) throw invalid(`there is no ${what} with the id ${id}`);
  return one;
}
