import { join } from "node:path";
import { openPage, pagesOf } from "./support/routes.ts";
import { expect, test } from "./support/test.ts";

const FOLDER = join("test-results", "pages");

const LOOKS = [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { name: "narrow", colorScheme: "light", viewport: { width: 420, height: 860 } },
] as const;

for (const { name: look, ...use } of LOOKS) {
  test.describe(look, () => {
    test.use(use);

    test(`every page has one first heading and fits its width (${look})`, async ({ page }) => {
      for (const looked of await pagesOf(page.request)) {
        const [name] = looked;
        await openPage(page, looked);
        const main = page.getByRole("main");
        await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`), animations: "disabled" });
        // what arrives while we look may take a moment to find its width
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(overflow, `${name} is wider than the window, px`).toBeLessThanOrEqual(0);
        // only `main` scrolls: a longer document shows a second scrollbar and white below the page
        const below = () =>
          page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
        await expect.poll(below, `${name} is longer than the window, px`).toBeLessThanOrEqual(0);
        const inside = () => main.evaluate((element) => element.scrollWidth - element.clientWidth);
        await expect.poll(inside, `${name} scrolls sideways, px`).toBeLessThanOrEqual(0);
      }
    });
  });
}
