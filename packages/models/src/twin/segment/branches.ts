import { z } from "zod";
import { type PlaceCounts, placeCountsSchema } from "../../program/index.ts";
import { MOST_PLACES } from "../learn/counters.ts";

/** Characters of a source's name (our choice). */
export const MOST_SOURCE_NAME = 200;
const instantMs = z.number().int().min(0).max(8.64e15);

/** How many packets took each way of a switch's program, what counted them, and over which time. */
export const branchesSchema = z.object({
  source: z
    .object({
      kind: z.enum(["capture", "counters"]),
      name: z.string().trim().min(1).max(MOST_SOURCE_NAME),
    })
    .describe("a capture that was run through the program, or counters of a switch"),
  interval: z
    .object({ fromMs: instantMs, toMs: instantMs })
    .refine(({ fromMs, toMs }) => fromMs <= toMs, { message: "It must end after it begins.", path: ["toMs"] })
    .nullable()
    .default(null)
    .describe("when the packets passed, ms since 1970; null: not known"),
  places: z.array(placeCountsSchema).min(1, "Nothing is counted.").max(MOST_PLACES),
});
export type Branches = z.infer<typeof branchesSchema>;

/** Packets of the place that most came to. */
const packetsOf = ({ places }: { places: readonly PlaceCounts[] }): number =>
  Math.max(0, ...places.map(({ ways }) => Object.values(ways).reduce((a, b) => a + b, 0)));

/** Where branches come from and how old they are, in words; times are UTC. */
export function branchesWords({ source, interval, places }: Branches): string {
  const packets = packetsOf({ places });
  const counted = `${packets} packet${packets === 1 ? "" : "s"} of ${source.name}`;
  if (!interval) return `${counted}, at a time that is not known`;
  const [from, to] = [interval.fromMs, interval.toMs].map((ms) =>
    new Date(ms).toISOString().replace("T", " ").slice(0, 19),
  );
  return from === to ? `${counted}, ${from} UTC` : `${counted}, ${from} to ${to} UTC`;
}
