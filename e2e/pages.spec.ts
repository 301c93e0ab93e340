import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violationsOf } from "./support/accessibility.ts";
import { openByAddress, openPage, pagesOf } from "./support/routes.ts";
import { expect, test } from "./support/test.ts";

const FOLDER = join("test-results", "pages");
/** Pictures are for people who look at them. */
const PICTURES = process.env.P4TWIN_PICTURES === "1";

/** WCAG 2.2 A and AA, what axe calls good practice, and its trial rule on visible words in names. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Those of them that look at colours: only these can answer otherwise when nothing but the theme changes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Each page is opened once and looked at in each of these: opening it again costs more than looking. */
const LOOKS = [
  { look: "light", colorScheme: "light", width: 1280, height: 800, axe: "all" },
  { look: "dark", colorScheme: "dark", width: 1280, height: 800, axe: "colours" },
  { look: "narrow", colorScheme: "light", width: 420, height: 860, axe: null },
] as const;

/** A page may take so long to find its width: its data are there already. */
const SETTLES_MS = 15_000;
/** How much too large the document is for the window, and what scrolls sideways in `main`; px. */
const FITS = { wider: 0, longer: 0, sideways: 0 };

/** What is wrong with one page hides nothing of the others. */
const softly = expect.configure({ soft: true });

async function fitsItsWidth(page: Page, name: string) {
  // only `main` scrolls: a longer document shows a second scrollbar and white below the page
  const excess = () =>
    page.evaluate(() => {
      const { documentElement: root } = document;
      const main = document.querySelector("main");
      return {
        wider: Math.max(0, root.scrollWidth - root.clientWidth),
        longer: Math.max(0, root.scrollHeight - root.clientHeight),
        sideways: main ? Math.max(0, main.scrollWidth - main.clientWidth) : Number.NaN,
      };
    });
  await softly.poll(excess, { message: `${name} fits its window`, timeout: SETTLES_MS }).toEqual(FITS);
}

test("every page opens by its address", async ({ page }) => {
  for (const looked of await pagesOf(page.request)) await openByAddress(page, looked);
});

test("every page has one first heading, fits its width, and axe finds nothing: light, dark, narrow", async ({
  page,
}) => {
  for (const looked of await pagesOf(page.request)) {
    const [first] = LOOKS;
    await page.emulateMedia({ colorScheme: first.colorScheme });
    await page.setViewportSize(first);
    await openPage(page, looked);
    for (const { look, colorScheme, axe, ...size } of LOOKS) {
      const name = `${looked[0]}-${look}`;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      if (PICTURES) await page.screenshot({ path: join(FOLDER, `${name}.jpg`), animations: "disabled" });
      await fitsItsWidth(page, name);
      if (axe === null) continue;
      const found = await violationsOf(
        page,
        axe === "all" ? { type: "tag", values: RULES } : { type: "rule", values: COLOUR_RULES },
      );
      // the first lines of a failure are all that a cut log keeps
      softly(found, [name, ...found].join("; ")).toEqual([]);
    }
  }
});
