import { AxeBuilder } from "@axe-core/playwright";
import { openPage, pagesOf } from "./support/routes.ts";
import { expect, test } from "./support/test.ts";

/** WCAG 2.2 A and AA, what axe calls good practice, and its trial rule on visible words in names. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`axe finds nothing on any page (${colorScheme})`, async ({ page }) => {
      for (const looked of await pagesOf(page.request)) {
        await openPage(page, looked);
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join("\n")}`);
        expect.soft(found, looked[0]).toEqual([]);
      }
    });
  });
}
