import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom, type Random } from "../src/core/index.ts";
import { findClicks } from "./realTools/click.ts";
import { randomExpression } from "./realTools/expressions.ts";
import { compareLanguage, type Read, type Tested } from "./realTools/language.ts";
import { randomClassifier, randomLookup } from "./realTools/routes.ts";

const TEXTS = Number(process.env.P4TWIN_TEXTS ?? 20_000);
const AT_ONCE = 100;
/** Of differences, and of what Click alone refuses: many of the latter must not hide one of the former. */
const SHOWN = 20;
/** Lookups and Classifiers for each expression. */
const LOOKUP_SHARE = 0.1;

const randomFilter = (random: Random): Tested =>
  random.next() < 0.5
    ? { text: `IPClassifier(${randomExpression(random)}, -)`, outputs: 2, reads: "packet" }
    : {
        text: `IPFilter(${["allow", "drop", "1"][random.integer(3)]} ${randomExpression(random)}, ${["0", "1", "deny"][random.integer(3)]} ${randomExpression(random)}, allow all)`,
        outputs: 2,
        reads: "packet",
      };

/**
 * What elements that tell packets apart decide, in our reading of their texts and in the real Click (`P4TWIN_CLICK`
 * names its programs): expressions of IPFilter and IPClassifier out of the whole manual, routing tables, patterns of
 * Classifier. P4TWIN_TEXTS: how many expressions.
 */
export default function bench(): { name: string; rows: Record<string, string | number>[] } {
  const clicks = findClicks();
  if (clicks.length === 0)
    console.log("Click is not installed (P4TWIN_CLICK names its program): nothing is compared");
  const rows: Record<string, string | number>[] = [];
  for (const { program, version } of clicks) {
    const folder = mkdtempSync(join(tmpdir(), "p4twin-language-"));
    for (const [what, make, share] of [
      ["expressions", randomFilter, 1],
      ["routing tables", randomLookup, LOOKUP_SHARE],
      ["Classifiers", randomClassifier, LOOKUP_SHARE],
    ] as const) {
      const counts: Partial<Record<Read, number>> = {};
      let decisions = 0;
      let shown = 0;
      let refused = 0;
      for (let from = 0; from < TEXTS * share; from += AT_ONCE) {
        const random = createRandom(from);
        const tested = Array.from({ length: AT_ONCE }, () => make(random));
        const run = compareLanguage(program, folder, tested, random);
        for (const result of run.results) counts[result] = (counts[result] ?? 0) + 1;
        decisions += run.decisions;
        for (const line of run.shown) if (shown++ < SHOWN) console.log(line);
        for (const line of run.refusals) if (refused++ < SHOWN) console.log(line);
      }
      rows.push({ what: `${what} in Click ${version}`, ...counts, decisions });
    }
    rmSync(folder, { recursive: true });
  }
  return { name: "Click's language", rows };
}
