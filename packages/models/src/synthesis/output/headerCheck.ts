import type { ClassRule, TrafficClass } from "../classes/synthesis.ts";
import { clickWrites, DROPPED } from "./click/writes.ts";

/**
 * What the chain asks of the IP header at an entry. `checked`: what is malformed goes nowhere; `checked but sums`: but
 * a wrong checksum passes; `mixed`: some packets pass no check; `unchecked`: none pass one; `unread`: nothing looks at
 * the header.
 */
export type HeaderCheck = "checked" | "checked but sums" | "mixed" | "unchecked" | "unread";

/** Elements that read or write no further than the frame's own header. */
const OF_FRAMES = /^(?:Strip|Unstrip|EtherEncap)\(|^StoreData\((?:0|6|12),/;

export function headerAt(classes: readonly TrafficClass[], rules: readonly ClassRule[]): HeaderCheck {
  const met = [...new Set(rules.map((r) => r.class))].map((id) => classes[id]!);
  const told = rules.some(({ filter }) => Object.keys(filter).some((field) => !field.startsWith("eth")));
  const isWritten = met.some((c) => {
    const written = clickWrites(c);
    return "field" in written || written.steps.some((step) => !OF_FRAMES.test(step) && step !== DROPPED);
  });
  const live = met.filter((c) => c.ending.kind !== "drop");
  if (live.every((c) => c.checked === "all")) {
    if (live.every((c) => c.summed === "all")) return "checked";
    return live.every((c) => c.summed === "none") ? "checked but sums" : "mixed";
  }
  if (live.some((c) => c.checked !== "none")) return "mixed";
  return told || isWritten || met.some((c) => c.flows.length > 0) ? "unchecked" : "unread";
}

/** Whether what is malformed goes nowhere, a wrong checksum aside. */
export const dropsMalformed = (header: HeaderCheck): boolean => header.startsWith("checked");

export const CHECKED = "CheckIPHeader(OFFSET 14)";
export const CHECKED_BUT_SUMS = "CheckIPHeader(OFFSET 14, CHECKSUM false)";

/**
 * Finds the header of a packet that nothing checks: MarkIPHeader ends Click where there is none, and CheckIPHeader
 * takes away what fills up a short frame. Frames without a whole header leave by output 1.
 */
export const FOUND = `{
  input -> long :: CheckLength(33); long[0] -> [1]output;
  long[1] -> plain :: Classifier(14/45, -); plain[0] -> MarkIPHeader(14) -> output;
  plain[1] -> options :: ${CHECKED_BUT_SUMS} -> output; options[1] -> [1]output;
}`;
