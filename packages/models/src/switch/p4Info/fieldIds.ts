import type { Annotation } from "../../p4/index.ts";
import { idGiven } from "../../program/index.ts";

/** Ids of keys, parameters or fields in their order, as p4c gives them: `@id`, else their place, or the next that is free. */
export function fieldIds(all: readonly (readonly Annotation[])[]): number[] {
  const given = all.map(idGiven);
  const taken = new Set(given.filter((id) => id !== null));
  let next = 1;
  return given.map((id) => {
    if (id !== null) {
      next++;
      return id;
    }
    while (taken.has(next)) next++;
    taken.add(next);
    return next;
  });
}
