import type { Synthesis } from "../../classes/synthesis.ts";
import { fail, idOf } from "./words.ts";

/** Frames with the answers that queriers wait for. */
export const ANSWERS = "12/0806 20/0002";

/** The ARPQueriers of the chain at which classes end, each an element of its own in front of its exit. */
export class Queriers {
  private readonly exits = new Map<string, string>();
  private readonly declared: string[] = [];
  private readonly connected: string[] = [];
  private readonly graph: Synthesis["graph"];
  /** their elements, in the order of the classes */
  readonly names: readonly string[];

  constructor({ graph, classes }: Synthesis) {
    this.graph = graph;
    this.names = [...new Set(classes.flatMap((c) => (c.nextHop ? [nameOf(c.nextHop.querier)] : [])))];
  }

  /** The element that takes packets for `querier`; its frames and its questions leave by `exit`. */
  to(querier: string, exit: string): string {
    const before = this.exits.get(querier);
    if (before !== undefined && before !== exit)
      fail(`what ${querier} sends leaves by different exits, and so would its questions`);
    this.exits.set(querier, exit);
    return nameOf(querier);
  }

  /** Answers of `from` go to each of them and to `to`. */
  share(tee: string, from: string, to: string): void {
    this.declared.push(`${tee} :: Tee(${this.names.length + 1});`);
    this.connected.push(
      `${from} -> ${tee};`,
      ...this.names.map((querier, i) => `${tee}[${i}] -> [1]${querier};`),
      `${tee}[${this.names.length}] -> ${to};`,
    );
  }

  lines(): { declared: string[]; connected: string[] } {
    const used = [...this.exits];
    const unused = this.names.filter((name) => !used.some(([querier]) => nameOf(querier) === name));
    return {
      declared: [
        ...used.map(([querier]) => {
          const given = this.graph.units.get(querier)!.given!;
          return `${nameOf(querier)} :: ARPQuerier(${given.join(", ")});`;
        }),
        ...unused.map((name) => `${name} :: { input -> Discard; input[1] -> Discard; };`),
        ...this.declared,
      ],
      connected: [
        ...used.map(([querier, exit]) => `${nameOf(querier)} -> ${exit};`),
        ...unused.map((name) => `Idle -> ${name};`),
        ...this.connected,
      ],
    };
  }
}

const nameOf = (querier: string): string => `arp_${idOf(querier)}`;
