import { ANY, type Filter } from "../../header/filter.ts";
import { BadExpression, both, complement, fail, unite } from "./filterUnion.ts";
import { NOTHING_BEFORE, type Primitive } from "./ipPrimitive.ts";
import { packetsOf } from "./primitivePackets.ts";
import { readPrimitive } from "./readPrimitive.ts";

/** Packets of an expression as a union of filters; `error` says what cannot be read. */
export type Expression = { ok: true; filters: Filter[] } | { ok: false; error: string };

/** Our choice: nobody nests patterns deeper. */
const MAX_DEPTH = 100;
const WORDS = /&&|\|\||[<>=!]=|[\w./@:-]+|\S/g;
const ENDS = [")", "||", "or", "?", ":"];

/**
 * Reads the language of IPFilter and IPClassifier as Click does: primitives, `&&` or one after the other, `||`, `!`,
 * `?:`, parentheses. `all`, `none` and ranges of values inside of expressions are our addition.
 */
export function parseIpExpression(text: string): Expression {
  try {
    return { ok: true, filters: new Reader(text.match(WORDS) ?? []).whole() };
  } catch (error) {
    if (error instanceof BadExpression) return { ok: false, error: error.message };
    throw error;
  }
}

class Reader {
  private at = 0;
  private depth = 0;
  private before: Primitive = NOTHING_BEFORE;
  private readonly words: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  whole(): Filter[] {
    if (this.words.length === 0) return fail("the pattern is empty; write all for every packet");
    const filters = this.choice();
    if (this.at < this.words.length) return fail(`"${this.words[this.at]}" is not expected here`);
    return filters;
  }

  /** `a ? b : c`, whose last part may be another choice. */
  private choice(): Filter[] {
    return this.nested(() => {
      const asked = this.alternatives();
      if (!this.accept("?")) return asked;
      const yes = this.choice();
      if (!this.accept(":")) return fail('a ":" with spaces around it is missing behind "?"');
      const no = this.choice();
      return unite(both(asked, yes), both(complement(asked), no));
    });
  }

  private alternatives(): Filter[] {
    let filters = this.conjunction();
    while (this.accept("||", "or")) filters = unite(filters, this.conjunction());
    return filters;
  }

  private conjunction(): Filter[] {
    let filters = this.negation();
    while (this.at < this.words.length && !ENDS.includes(this.words[this.at]!)) {
      this.accept("&&", "and");
      filters = both(filters, this.negation());
    }
    return filters;
  }

  private negation(): Filter[] {
    if (this.accept("!", "not")) return complement(this.nested(() => this.negation()));
    if (!this.accept("(")) return this.primitive();
    const filters = this.choice();
    if (!this.accept(")")) return fail('a ")" is missing');
    return filters;
  }

  private nested(read: () => Filter[]): Filter[] {
    if (this.depth >= MAX_DEPTH) return fail(`more than ${MAX_DEPTH} patterns inside each other`);
    this.depth++;
    const filters = read();
    this.depth--;
    return filters;
  }

  private primitive(): Filter[] {
    if (this.accept("all", "any", "true", "-")) return [ANY];
    if (this.accept("none", "false")) return [];
    const { primitive, end } = readPrimitive(this.words, this.at, this.before);
    this.at = end;
    this.before = primitive;
    return packetsOf(primitive);
  }

  private accept(...words: string[]): boolean {
    if (!words.includes(this.words[this.at] ?? "")) return false;
    this.at++;
    return true;
  }
}
