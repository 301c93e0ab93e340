import type { Mood } from "./topologyLook.ts";

/** Colours of a drawing, resolved from the tokens. */
export interface TopologyColours {
  background: string;
  face: string;
  line: string;
  edge: string;
  ink: string;
  quiet: string;
  accent: string;
  warn: string;
  bad: string;
  series: readonly string[];
}

/** Reads the tokens as they apply to `element`. */
export function readTopologyColours(element: Element): TopologyColours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || "#888888";
  return {
    background: token("bg"),
    face: token("surface"),
    line: token("line"),
    edge: token("line-strong"),
    ink: token("ink"),
    quiet: token("ink-3"),
    accent: token("accent"),
    warn: token("warn"),
    bad: token("bad"),
    series: Array.from({ length: 8 }, (_, index) => token(`series-${index + 1}`)),
  };
}

/** The colour of a load; `calm` where there is nothing to say. */
export const moodColour = (mood: Mood, calm: string, colours: TopologyColours): string =>
  mood === "bad" ? colours.bad : mood === "warn" ? colours.warn : calm;
