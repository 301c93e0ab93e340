import { existsSync, readFileSync } from "node:fs";
import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import { OWNER_STATE } from "./product.ts";

/** Of our origin, and shows nothing. */
const QUIET_PATH = "/offline.js";

/**
 * A profile of the owner's browser for all tests of a worker: its pages share a process, which compiles the scripts of
 * the product once (a third of the processor time of a page that opens). `renew` makes it as a new one.
 */
export async function openOwnersBrowser(browser: Browser, options: BrowserContextOptions) {
  const context: BrowserContext = await browser.newContext(options);
  // the process lives as long as one of its pages
  const quiet = await context.newPage();
  await quiet.goto(QUIET_PATH);
  const closeOthers = () =>
    Promise.all(context.pages().map((page) => (page === quiet ? undefined : page.close())));

  return {
    context,
    /** not a page of the tests: some browsers look for its icon in vain */
    quiet,
    closeOthers,
    async renew(): Promise<void> {
      await closeOthers();
      await context.setOffline(false);
      await context.clearCookies();
      // what the sign-in wrote; before it there is nobody
      if (existsSync(OWNER_STATE))
        await context.addCookies(JSON.parse(readFileSync(OWNER_STATE, "utf8")).cookies);
      await quiet.evaluate(() => localStorage.clear());
    },
  };
}
