import type { Synthesis, TrafficClass } from "../../classes/synthesis.ts";
import type { BeyondClasses } from "../beyondClasses.ts";

/** Where packets go that only the functions themselves can process. */
export const SOFTWARE = "software";
/** What the numbers of `known` are (`hairpins` of a traversal). */
const KNOWN =
  "// known N: packets of a known flow at another input than its own, beyond the classes of the chain";
/** What the output leaves out (`hairpins` of a traversal). */
const STRAY =
  "// A packet that one rewriter turns back and another one knows as a flow of its own is discarded; the functions send it on.";

type Names = {
  devices: ReadonlyMap<string, string>;
  /** exits that some packet reaches */
  reached: ReadonlySet<string>;
  beyond: BeyondClasses;
  numbers: ReadonlyMap<TrafficClass, number>;
  /** types of frames without an IPv4 header that the functions get whole */
  frames: ReadonlySet<string>;
};

/** What every name of a configuration is, and which packets it leaves to the functions, as comments. */
export function headNotes(
  { graph, classes }: Synthesis,
  { devices, reached, beyond, numbers, frames }: Names,
): string[] {
  const names = [...devices].map(([name, device]) => `// ${device}: ${name}`);
  const unreached = graph.exits.filter((e) => !reached.has(e)).map((e) => `// no packet leaves by ${e}`);
  const why = new Set(
    classes.flatMap(({ ending, flows }) => {
      if (ending.kind !== "exception") return [];
      const how = flows.length === 0 ? "as it came" : "as the rewriters before have left it";
      return [`// to ${SOFTWARE}, ${how}: ${ending.reason}`];
    }),
  );
  if (beyond.fragments)
    why.add(`// to ${SOFTWARE}, as they came: fragments, of which only the first has ports`);
  if (beyond.malformed) why.add(`// to ${SOFTWARE}, as they came: frames without a whole IPv4 header`);
  for (const type of frames)
    why.add(`// to ${SOFTWARE}, as they came: frames of type ${type}, which differ in more than their type`);
  if (beyond.options) why.add(`// to ${SOFTWARE}, as they came: packets with IP options`);
  return [
    "// Made by p4twin synthesise, for Click. Packets are IPv4 in Ethernet frames.",
    ...names,
    ...unreached,
    ...why,
    ...(numbers.size < classes.length ? [KNOWN] : []),
    ...(graph.rewriters.size > 1 ? [STRAY] : []),
  ];
}
