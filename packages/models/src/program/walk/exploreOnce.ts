import type { Flow } from "../flow/flow.ts";
import { fingerprint } from "../state/fingerprint.ts";
import { type Exploration, explore } from "./explore.ts";

export type Explore = typeof explore;

/**
 * `explore` that remembers: programs that are analysed one after the other, such as the two sides of a change, are
 * often alike, or differ in entries that install the same actions.
 */
export function exploreOnce(): Explore {
  const known = new Map<string, Exploration | null>();
  return (flow, options) => {
    const key = fingerprint(textOf(flow) + JSON.stringify(options));
    const before = known.get(key);
    if (before !== undefined) return before;
    const explored = explore(flow, options);
    known.set(key, explored);
    return explored;
  };
}

const textOf = (flow: Flow): string =>
  JSON.stringify(flow, (_, value: unknown) =>
    value instanceof Map ? [...value] : typeof value === "bigint" ? `\0${value}` : value,
  );
