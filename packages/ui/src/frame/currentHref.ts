/** The href among `hrefs` that the page at `path` belongs to: the longest that is the path or a folder above it. */
export function currentHref(hrefs: readonly string[], path: string): string | undefined {
  let best: string | undefined;
  for (const href of hrefs) {
    const matches = path === href || (href !== "/" && path.startsWith(`${href}/`));
    if (matches && (best === undefined || href.length > best.length)) best = href;
  }
  return best;
}
