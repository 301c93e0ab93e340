import { assert } from "../../src/core/index.ts";
import { needsKnownFlow, type Synthesis, type TrafficClass } from "../../src/synthesis/classes/synthesis.ts";
import { matches } from "../../src/synthesis/header/filter.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";

/** The class of a packet that comes in at `entry`: that of the first rule that matches. */
export function classify(synthesis: Synthesis, entry: string, packet: Packet, isKnown = false): TrafficClass {
  const classifier = synthesis.classifiers.find((c) => c.entry === entry);
  assert(classifier, `${entry} is an entry`);
  const rule = classifier.rules.find(
    (r) => (isKnown || !needsKnownFlow(synthesis.classes[r.class]!)) && matches(r.filter, packet),
  );
  assert(rule, "classes cover the entry space");
  return synthesis.classes[rule.class]!;
}
