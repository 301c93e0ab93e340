import { notFound } from "../errors.ts";

/** The time, given to services so that tests decide it. */
export type Clock = () => Date;

/** The value, or the refusal that names what is missing. */
export function found<T>(value: T | null, what: string, id: string): T {
  if (value === null) throw notFound(what, id);
  return value;
}
