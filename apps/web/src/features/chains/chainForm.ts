import { branchFaults, chainSchema, isOnOneWay } from "@p4twin/models/chain";
import type { z } from "zod";

/** The chain schema and what only shows between its fields, each mistake at the field that mends it. */
export const chainFormSchema = chainSchema.superRefine((chain, context) => {
  const faults = branchFaults(chain);
  for (const { message } of faults)
    context.addIssue({
      code: "custom",
      path: ["branches"],
      message: `${message[0]?.toUpperCase()}${message.slice(1)}.`,
    });
  const seen = new Set<string>();
  chain.segments.forEach((segment, index) => {
    const at = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: ["segments", index, field], message });
    if (segment.plUs > segment.dlUs)
      at("plUs", "PL must be at most DL: a packet would be dropped before it gets priority.");
    if (segment.fromFunction > segment.toFunction)
      at("toFunction", "The segment runs backwards. Swap its ends.");
    if (segment.toFunction >= chain.functions.length) at("toFunction", "This position is outside the chain.");
    else if (faults.length === 0 && !isOnOneWay(chain, segment.fromFunction, segment.toFunction))
      at("toFunction", "No packet passes both ends. Let the segment end on the way on which it begins.");
    if (seen.has(segment.id)) at("id", "Another segment has this id.");
    seen.add(segment.id);
  });
});

/** What the form holds while it is filled in. */
export type ChainFormValues = z.input<typeof chainFormSchema>;

/** Start of a new chain: 1 Gbps of MTU packets, as in the evaluation of the thesis [harkous-5.2.5]. */
export const EMPTY_CHAIN: ChainFormValues = {
  id: "chain",
  name: "",
  functions: [],
  gbps: 1,
  maxDelayUs: 100,
  packetBytes: 1500,
  segments: [],
};

/** A segment for what the chain does not control yet; PL and DL around a budget that is known. */
export function newSegment(chain: ChainFormValues): NonNullable<ChainFormValues["segments"]>[number] {
  const segments = chain.segments ?? [];
  const budgetUs = chain.maxDelayUs ?? 1_000;
  const last = Math.max(0, chain.functions.length - 1);
  const numbers = segments.map((s) => Number(/^seg(\d+)$/.exec(s.id)?.[1] ?? 0));
  return {
    id: `seg${Math.max(0, ...numbers) + 1}`,
    kind: last === 0 ? "uc1" : "uc2",
    fromFunction: 0,
    toFunction: last,
    plUs: budgetUs,
    dlUs: budgetUs * 2,
  };
}

/** Moves the entry at `from` to `to`; positions outside the list change nothing. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}
