import type { Page } from "@playwright/test";
import axe, { type RunOnly } from "axe-core";

/**
 * What axe finds on a page: rule and elements of each. No page has frames, so one document is all of it. axe is put on
 * a document once: its own binding to Playwright compiles its 600 kB twice for every question.
 */
export async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const onPage = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await onPage.run(document, { runOnly: only, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`);
  }, runOnly);
}
