import type { TrafficClass } from "../classes/synthesis.ts";
import { FIVE_TUPLE } from "../header/layout.ts";
import type { Write, Writes } from "../header/writes.ts";
import type { OffloadTarget } from "./target.ts";

/** An operation split in two: the target's part, and what is left for the server, which comes after. */
export type SplitWrites = { hardware: Writes; software: Writes };

/** What the target may not write, because the server still needs the value that came in. */
export type WriteLimits = { tagField: string | null };

/**
 * The stateless part of a class' operation that `target` can do (thesis Sec. 8.1.3.1). A class that goes on
 * to the server keeps there: values chosen at run time; the five-tuple, when a state table is keyed by it; a
 * field that a remaining copy reads; the field of the tag.
 */
export function splitWrites(
  { writes, ending, state }: Pick<TrafficClass, "writes" | "ending" | "state">,
  target: OffloadTarget,
  { tagField }: WriteLimits,
): SplitWrites {
  const can = (field: string): boolean => isWritable(field, writes[field]!, target);
  const fields = Object.keys(writes);
  if (ending.kind === "exit" && state === null && fields.every(can))
    return { hardware: writes, software: {} };
  const kept = new Set<string>(fields.filter((f) => !can(f)));
  if (tagField !== null) kept.add(tagField);
  // a reply is looked up, and a flow remembered, by the tuple as it came in; functions behind a cut read what they like
  if (state !== null || ending.kind === "origin") for (const field of FIVE_TUPLE) kept.add(field);
  for (const field of fields) {
    const write = writes[field]!;
    if (write.kind !== "copy") continue;
    kept.add(write.from);
    kept.add(field);
  }
  const part = (inHardware: boolean): Writes =>
    Object.fromEntries(fields.filter((f) => !kept.has(f) === inHardware).map((f) => [f, writes[f]!]));
  return { hardware: part(true), software: part(false) };
}

function isWritable(field: string, write: Write, { write: can, language }: OffloadTarget): boolean {
  switch (write.kind) {
    case "const":
      // IPv4 packets have their type already
      return can.constants.includes(field) || (field === "ethType" && write.value === 0x0800);
    case "add":
      return can.sums.includes(field) && (language !== "openflow" || write.by < 0);
    case "copy":
      return can.copies;
    case "set":
      return false;
  }
}
