/** Colours a canvas needs, resolved from the tokens where the chart stands. */
export interface ChartColours {
  ink: string;
  quiet: string;
  grid: string;
  surface: string;
  observed: string;
  predicted: string;
  pl: string;
  plInk: string;
  dl: string;
  dlInk: string;
  ok: string;
  warn: string;
  bad: string;
  series: string[];
}

/** Reads the tokens as they apply to `element`. */
export function readChartColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || "#888888";
  return {
    ink: token("ink"),
    quiet: token("ink-3"),
    grid: token("line"),
    surface: token("surface"),
    observed: token("observed"),
    predicted: token("predicted"),
    pl: token("pl"),
    plInk: token("pl-ink"),
    dl: token("dl"),
    dlInk: token("dl-ink"),
    ok: token("ok"),
    warn: token("warn"),
    bad: token("bad"),
    series: Array.from({ length: 8 }, (_, index) => token(`series-${index + 1}`)),
  };
}

/** Calls `listener` when the page changes between light and dark; returns how to stop that. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });
  return () => observer.disconnect();
}
