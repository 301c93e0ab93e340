import { expect, type Page } from "@playwright/test";

/** As long as the router may take on a busy machine to write what the page already shows (our choice). */
const STILL_MS = 1_000;
const POLL_MS = 100;

/**
 * Waits until the address matches and stands still: what is chosen is painted at once and written a moment
 * later. Returns it.
 */
export async function settledUrl(page: Page, pattern: RegExp): Promise<string> {
  let [last, sinceMs] = ["", Date.now()];
  await expect(async () => {
    const url = page.url();
    if (url !== last) [last, sinceMs] = [url, Date.now()];
    expect(url).toMatch(pattern);
    expect(Date.now() - sinceMs).toBeGreaterThanOrEqual(STILL_MS);
  }).toPass({ intervals: [POLL_MS] });
  return last;
}
