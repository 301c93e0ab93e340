import type { Synthesis } from "../classes/synthesis.ts";
import type { Unit } from "../graph/unit.ts";
import { TRANSPORT_FIELDS } from "../header/transport.ts";
import { otherFrames, VLAN } from "./otherFrames.ts";

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
  const readsBeyondIp = (u: Unit): boolean => u.rules.some((r) => TRANSPORT_FIELDS.some((f) => r.filter[f]));
  const isFirstPiece = units.some((u) => readsBeyondIp(u) || u.rules.some((r) => r.flow !== undefined));
  return {
    fragments: isFirstPiece || asks(/\b(?:un)?frag\b/),
    // a Classifier reads bytes where the next header is without options
    options:
      asks(/\bhl\b/) ||
      units.some((u) => u.element === "IPGWOptions" || (u.element === "Classifier" && readsBeyondIp(u))),
    malformed: units.some((u) => u.beyond.letsMalformedOut === true),
  };
}

/** What rules of a switch do with packets otherwise than the chain, one sentence each. */
export function switchNotes({ graph, classes }: Synthesis): string[] {
  const mtus = classes.flatMap((c) => (c.ending.kind === "exit" && c.mtu !== null ? [c.mtu] : []));
  return [
    ...([...graph.units.values()].some((u) => u.beyond.checksHeader)
      ? ["headers are not checked: a packet with a wrong checksum, length or source is taken by its fields"]
      : []),
    ...(mtus.length > 0
      ? [`packets over ${Math.min(...mtus)} bytes leave whole: a switch cuts none into fragments`]
      : []),
  ];
}

/**
 * What rules that a device matches packet by packet do with such packets, one sentence each; `leadsFragments`: they
 * send fragments to the server; `isOpenFlow`: some look behind VLAN tags, which the chain's functions do not.
 */
export function beyondNotes(
  synthesis: Synthesis,
  { leadsFragments, isOpenFlow }: { leadsFragments: boolean; isOpenFlow: boolean },
): string[] {
  const { fragments } = beyondClasses(synthesis);
  return [
    ...(fragments && !leadsFragments
      ? [
          "the rules of the devices take fragments for whole packets, and only the first has ports: send them another way",
        ]
      : []),
    ...(synthesis.classes.some((c) => c.dropsBroadcasts)
      ? ["the rules of the devices let frames to several hosts pass, which DropBroadcasts drops"]
      : []),
    ...(isOpenFlow && synthesis.classifiers.some((c) => otherFrames(synthesis, c, VLAN) !== "by rules")
      ? ["the rules of the devices take packets behind a VLAN tag for those without"]
      : []),
    ...switchNotes(synthesis),
  ];
}
