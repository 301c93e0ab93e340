import type { ClassRule, EntryClassifier, Synthesis } from "../classes/synthesis.ts";
import { IPV4, ofFrameType } from "./frames.ts";
import { dropsMalformed, headerAt } from "./headerCheck.ts";

/** Type of Ethernet frames with a tag. */
export const VLAN = 0x8100;

/** `by rules`: what the rules say of the frame alone holds for every frame. */
type OtherFrames = "by rules" | "drop" | "server";

/**
 * What becomes at an entry of frames without an IPv4 header, or of those of a type: a check of headers drops them,
 * without one the functions get them. Rules that ask for the type of frames speak for themselves.
 */
export function otherFrames(
  { classes }: Pick<Synthesis, "classes">,
  { rules }: EntryClassifier,
  type: number | null = null,
): OtherFrames {
  const header = headerAt(classes, rules);
  if (header === "unread") return "by rules";
  const isAsked = rules.some((r) => r.filter.ethType !== undefined);
  if (!isAsked) return dropsMalformed(header) ? "drop" : "server";
  if (type === null) return "by rules";
  const [first] = ofFrameType(rules, { value: type });
  return first === undefined || classes[first.class]!.ending.kind === "drop" ? "drop" : "server";
}

/** The rules of an entry where some ask for the type of frames: a class behind a check of headers has IPv4 alone. */
export function typedRules(
  { classes }: Pick<Synthesis, "classes">,
  { rules }: EntryClassifier,
): readonly ClassRule[] {
  if (!rules.some((r) => r.filter.ethType !== undefined)) return rules;
  return rules.map((r) =>
    r.filter.ethType === undefined &&
    classes[r.class]!.ending.kind === "exit" &&
    classes[r.class]!.checked === "all"
      ? { ...r, filter: { ...r.filter, ethType: [IPV4, IPV4] } }
      : r,
  );
}
