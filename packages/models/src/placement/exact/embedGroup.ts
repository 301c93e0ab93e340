import type { Instance } from "../instance.ts";
import { type EmbedLimits, type EmbedRules, problemRules } from "./rules.ts";
import type { ExactSession } from "./session.ts";
import type { Steps } from "./steps.ts";
import { type EmbeddedWays, searchWays } from "./ways/searchWays.ts";

/** A chain, or the ways of one that branches. */
export type Group = readonly number[];

/** The best place of a chain, whether it branches or not, on top of what is booked; `rules`: not the problem's own. */
export function* embedGroup(
  instance: Instance,
  session: ExactSession,
  group: Group,
  limits: EmbedLimits,
  rules: EmbedRules | null = null,
): Steps<EmbeddedWays> {
  const [index] = group as [number];
  if (instance.chains[index]!.way !== null)
    return yield* searchWays(instance, session.ledger, group, limits, rules);
  const { embedding, ...found } = yield* session.embedSteps(
    index,
    limits,
    rules ?? problemRules(instance.chains[index]!),
  );
  return { ...found, embeddings: embedding ? [embedding] : [] };
}
