import { fieldIds } from "../../program/index.ts";
import { annotationsOf, type Objects } from "./objects.ts";

/** Value sets: one key for a plain number, one for each field of a struct, of the kind that its `@match` says. */
export const valueSetInfos = (objects: Objects) =>
  objects.valueSets.map((set) => {
    const fields = set.type.kind === "struct" ? [...set.type.fields.values()] : [];
    const annotations = set.widths.map((_, index) => annotationsOf(fields[index]?.declaration));
    const ids = fieldIds(annotations);
    return {
      preamble: objects.preamble("valueSet", set.name),
      match: set.widths.map((bitwidth, index) => {
        const kind = annotations[index]!.find(({ name }) => name.text === "match")?.tokens[0];
        return {
          id: ids[index]!,
          ...(set.names[index] === undefined ? {} : { name: set.names[index] }),
          bitwidth,
          match: { kind: "matchType" as const, value: (kind ?? "exact").toUpperCase() as "EXACT" },
        };
      }),
      size: set.size,
    };
  });
