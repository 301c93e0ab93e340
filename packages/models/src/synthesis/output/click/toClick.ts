import type { Synthesis } from "../../classes/synthesis.ts";
import { synthesise } from "../../classes/synthesise.ts";
import { cannot, type Output } from "../targets.ts";
import { Configuration } from "./configuration.ts";
import { Inexpressible, Inseparable } from "./words.ts";

/**
 * The synthesised function as plain Click [katsikas-synthesis], which kohler/click 2.1 loads: IPFilters
 * for each entry, the rewriters of the chain with their own specifications, one way of writes for each class. Where
 * classes ask for known flows, IPFilters behind the first tell all that a packet may be, and the rewriters which of
 * them it is (`FlowPaths`). Refuses what Click cannot read or write, and chains that are cut.
 *
 * `timed`: reads captures in place of devices (`click FILE entry=CAPTURE`), lets nothing out, and prints how many
 * packets of each class left and how long they took from their arrival, as a counter file (room `server`); the rows
 * `measuring` are what reading the clock takes.
 */
export function toClick(synthesis: Synthesis, { timed = false }: { timed?: boolean } = {}): Output {
  const cut = synthesis.cuts[0];
  if (cut)
    return cannot(
      "click",
      `the chain is cut at ${cut.unit}: ${cut.reason}; synthesise the functions before it alone`,
    );
  const { graph, states } = synthesis;
  const stagedAt = new Set<string>();
  for (;;) {
    // a rewriter turns replies back wherever they come in, so these are classes here
    const whole = states.length === 0 ? synthesis : synthesise(graph, { hairpins: true, stagedAt });
    if (!("classes" in whole)) return { text: null, diagnostics: [...whole.diagnostics] };
    try {
      const lines = new Configuration(whole, synthesis.classes, timed).lines();
      return { text: `${lines.join("\n")}\n`, diagnostics: [] };
    } catch (error) {
      if (!(error instanceof Inexpressible)) throw error;
      // what flows of one output go on as is told behind it
      if (!(error instanceof Inseparable) || stagedAt.has(error.place)) return cannot("click", error.message);
      stagedAt.add(error.place);
    }
  }
}
