import type { Flow } from "../flow/flow.ts";
import { fingerprint } from "../state/fingerprint.ts";
import { type Exploration, explore } from "./explore.ts";

export type Explore = typeof explore;

/** Our choice: explorations that are kept, those asked for last, and the vertices of all of them together. */
const MOST = 8;
const MOST_VERTICES = 150_000;

/**
 * `explore` that remembers: programs that are analysed one after the other, such as the two sides of a change, are
 * often alike, or differ in many entries of the same actions.
 */
export function exploreOnce(mostVertices = MOST_VERTICES): Explore {
  const known = new Map<string, Exploration | null>();
  return (flow, options) => {
    const key = fingerprint(textOf(flow) + JSON.stringify(options));
    const before = known.get(key);
    const explored = before === undefined ? explore(flow, options) : before;
    known.delete(key);
    known.set(key, explored);
    let vertices = 0;
    for (const [place, [each, held]] of [...known].reverse().entries()) {
      vertices += held?.order.length ?? 0;
      if (place >= MOST || (place > 0 && vertices > mostVertices)) known.delete(each);
    }
    return explored;
  };
}

const textOf = (flow: Flow): string =>
  JSON.stringify(flow, (_, value: unknown) =>
    value instanceof Map ? [...value] : typeof value === "bigint" ? `\0${value}` : value,
  );
