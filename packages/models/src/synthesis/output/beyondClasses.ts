import type { Synthesis } from "../classes/synthesis.ts";

/** Fields that later pieces of a packet do not have. */
const FIELDS_OF_THE_FIRST_PIECE = ["srcPort", "dstPort", "tcpFlags"];

/** Packets that no class speaks of and that the chain may treat in its own way. */
export type BeyondClasses = { fragments: boolean; options: boolean; malformed: boolean };

/**
 * Classes speak of whole packets without options. A chain that reads ports or flags, keeps flows or asks for fragments
 * does something else with the pieces of a packet, and one that asks for the header's length with options: an output
 * hands these packets to the chain's own functions, as they came. What it cannot tell apart it says. `malformed`: a
 * check of headers lets what fails it out by an output of its own.
 */
export function beyondClasses({ graph }: Synthesis): BeyondClasses {
  const units = [...graph.units.values()];
  const asks = (words: RegExp): boolean =>
    units.some(
      (u) => /^IP(?:Filter|Classifier)$/.test(u.element) && u.given?.some((text) => words.test(text)),
    );
  const isFirstPiece = units.some((u) =>
    u.rules.some((r) => r.flow !== undefined || FIELDS_OF_THE_FIRST_PIECE.some((f) => r.filter[f])),
  );
  return {
    fragments: isFirstPiece || asks(/\b(?:un)?frag\b/),
    options: asks(/\bhl\b/) || units.some((u) => u.element === "IPGWOptions"),
    malformed: units.some((u) => u.beyond.letsMalformedOut === true),
  };
}

/**
 * What rules that a device matches packet by packet do with such packets, one sentence each; `leadsFragments`: they
 * send fragments to the server.
 */
export function beyondNotes(synthesis: Synthesis, leadsFragments: boolean): string[] {
  const { fragments, options } = beyondClasses(synthesis);
  return [
    ...(fragments && !leadsFragments
      ? [
          "the rules of the devices take fragments for whole packets, and only the first has ports: send them another way",
        ]
      : []),
    ...(options ? ["the rules of the devices take packets with IP options for those without"] : []),
  ];
}
