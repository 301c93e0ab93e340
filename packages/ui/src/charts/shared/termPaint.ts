/** How a latency term is drawn: a series colour, solid or hatched. */
export interface TermPaint {
  /** CSS colour. */
  colour: string;
  hatched: boolean;
  /** The term in words. */
  label: string;
}

const series = (index: number) => `var(--series-${index})`;

/**
 * Constructs of a program are solid; what the network around it adds is hatched, so that the two read apart
 * without colour.
 */
const PAINTS: Record<string, TermPaint> = {
  base: { colour: series(8), hatched: false, label: "base" },
  parse: { colour: series(1), hatched: false, label: "parse" },
  modify: { colour: series(2), hatched: false, label: "modify" },
  table: { colour: series(3), hatched: false, label: "tables" },
  copy: { colour: series(4), hatched: false, label: "copy" },
  add: { colour: series(5), hatched: false, label: "add" },
  extern: { colour: series(6), hatched: false, label: "externs" },
  remove: { colour: series(7), hatched: false, label: "remove" },
  queue: { colour: series(4), hatched: true, label: "queue" },
  vnf: { colour: series(2), hatched: true, label: "VNF" },
  link: { colour: series(8), hatched: true, label: "link" },
  correction: { colour: series(1), hatched: true, label: "correction" },
};

/** Paint of a term by its construct; one that is not known gets its own name on a neutral hatch. */
export function termPaint(construct: string): TermPaint {
  return PAINTS[construct.toLowerCase()] ?? { colour: series(7), hatched: true, label: construct };
}

/** Order in which terms are stacked and listed: known ones as above, others after. */
export function compareTerms(a: string, b: string): number {
  const order = Object.keys(PAINTS);
  const rank = (name: string) => {
    const index = order.indexOf(name.toLowerCase());
    return index < 0 ? order.length : index;
  };
  return rank(a) - rank(b) || a.localeCompare(b);
}
