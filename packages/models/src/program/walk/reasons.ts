import { aheadCells, definedByLookahead, possibleCells, valueCells } from "../flow/cells.ts";
import type { Flow, FlowNode, Operation } from "../flow/flow.ts";
import { askedCells, cellsFor, ownerOf } from "./forget.ts";
import type { LiveCells } from "./liveness.ts";

/** That what is in `cell` matters for what happens at `node`. */
type Use = { node: string; cell: string };

/** What a guide remembers, and why: it grows by what would have told that steps are impossible. */
export class Reasons {
  remembered: LiveCells;
  private readonly flow: Flow;
  private readonly heads: ReadonlySet<string>;
  private readonly live: LiveCells;
  private readonly sources: ReadonlyMap<string, readonly Use[]>;
  private readonly uses = new Set<string>();
  /** asked for once, whether or not there was room for it */
  private readonly asked = new Set<string>();
  private last: Use[] = [];
  private isEverything = false;

  constructor(flow: Flow, heads: ReadonlySet<string>, live: LiveCells) {
    this.flow = flow;
    this.heads = heads;
    this.live = live;
    this.sources = sourcesOf(flow);
    this.remembered = this.cells();
  }

  /**
   * Remembers more: what is asked most where paths were `lost` (so often at these nodes); where nothing is left that
   * could have told, everything. False: everything was remembered already.
   */
  add(lost: ReadonlyMap<string, number>): boolean {
    const times = new Map<string, { use: Use; times: number }>();
    for (const [id, count] of lost) {
      const node = this.flow.nodes.get(id);
      for (const use of node ? this.blamed(node) : []) {
        const known = times.get(keyOf(use)) ?? { use, times: 0 };
        known.times += count;
        times.set(keyOf(use), known);
      }
    }
    if (this.isEverything) return false;
    const most = Math.max(0, ...[...times.values()].map((each) => each.times));
    const often = [...times.values()].filter((each) => each.times * 2 >= most);
    this.isEverything = often.length === 0;
    this.remember(often.map(({ use }) => use));
    return true;
  }

  /** Remembers half of what was last added, as that was too much; false when it was one thing, which is given up. */
  takeBack(): boolean {
    const back = this.last;
    for (const use of back) this.uses.delete(keyOf(use));
    const half = Math.floor(back.length / 2);
    for (const use of half > 0 ? back : []) this.asked.delete(keyOf(use));
    this.remember(back.slice(0, half));
    return half > 0;
  }

  private remember(uses: Use[]): void {
    this.last = uses;
    for (const use of uses) {
      this.uses.add(keyOf(use));
      this.asked.add(keyOf(use));
    }
    this.remembered = this.cells();
  }

  private cells(): LiveCells {
    return cellsFor(
      this.flow,
      this.heads,
      (node, cell) => this.isEverything || this.uses.has(keyOf({ node, cell })),
    );
  }

  /**
   * What is forgotten and asked at `node`; where nothing is, what goes into that; where nothing is there either, the
   * other places that ask the same.
   */
  private blamed(node: FlowNode): Use[] {
    const isForgotten = (use: Use): boolean =>
      !this.remembered.get(use.node)?.has(use.cell) && !this.asked.has(keyOf(use));
    const seen = new Set<string>();
    for (let uses = this.usesAt(node); uses.length > 0; ) {
      const forgotten = uses.filter(isForgotten);
      if (forgotten.length > 0) return forgotten;
      for (const { cell } of uses) seen.add(cell);
      uses = uses.flatMap(({ cell }) => this.sources.get(cell) ?? []).filter(({ cell }) => !seen.has(cell));
    }
    return [...this.flow.nodes.values()]
      .flatMap((each) => this.usesAt(each))
      .filter((use) => seen.has(use.cell) && isForgotten(use));
  }

  private usesAt(node: FlowNode): Use[] {
    const cells = askedCells(node, this.live, this.flow.storage);
    return [...new Set([...cells].map(ownerOf))].map((cell) => ({ node: node.id, cell }));
  }
}

const keyOf = ({ node, cell }: Use): string => `${node} ${cell}`;

/** For each cell what goes into its value, and where. */
function sourcesOf(flow: Flow): Map<string, Use[]> {
  const sources = new Map<string, Use[]>();
  for (const { id, operations } of flow.nodes.values()) {
    for (const [target, from] of operations.flatMap((each) => flowsOf(each, flow))) {
      const known = sources.get(target) ?? [];
      sources.set(target, known);
      known.push(...from.map((cell) => ({ node: id, cell })));
    }
  }
  return sources;
}

/** Cells that an operation writes, with those that it takes the value from. */
function flowsOf(operation: Operation, { storage }: Flow): [target: string, from: readonly string[]][] {
  const fieldsOf = (cell: string): string[] =>
    (storage.headers.get(cell)?.fields ?? []).map(({ name }) => `.${name}`);
  switch (operation.kind) {
    case "assign":
      return possibleCells(operation.target, storage).map((cell) => [
        cell,
        valueCells(operation.value, storage),
      ]);
    case "copy": {
      const from = possibleCells(operation.source, storage);
      return possibleCells(operation.target, storage).flatMap((cell) =>
        ["", ...fieldsOf(cell)].map((field): [string, string[]] => [
          `${cell}${field}`,
          from.map((each) => `${each}${field}`),
        ]),
      );
    }
    case "lookahead":
      return definedByLookahead(operation.target, storage).map((cell) => [
        cell,
        aheadCells(operation.packet),
      ]);
    case "extract": {
      const { header, packet } = operation;
      if (packet === undefined) return [];
      return possibleCells(header, storage).flatMap((cell) =>
        fieldsOf(cell).map((field): [string, readonly string[]] => [`${cell}${field}`, aheadCells(packet)]),
      );
    }
    default:
      return [];
  }
}
