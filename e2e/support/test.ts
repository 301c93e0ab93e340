import { test as base, type ConsoleMessage, expect, type WebError } from "@playwright/test";
import { openOwnersBrowser } from "./ownersBrowser.ts";
import { product } from "./product.ts";

export type JourneyOptions = {
  /** what the browser may say on its console in this test: a refused request that the test asks for */
  expectedErrors: readonly RegExp[];
};

type OwnersBrowser = Awaited<ReturnType<typeof openOwnersBrowser>>;

/** The test of Playwright, as the owner; a page that reports an error on its console fails it. */
export const test = base.extend<JourneyOptions & { quietConsole: undefined }, { owners: OwnersBrowser }>({
  expectedErrors: [[], { option: true }],
  owners: [
    async ({ browser }, use) => {
      const owners = await openOwnersBrowser(browser, { baseURL: product.url(), reducedMotion: "reduce" });
      await use(owners);
      await owners.context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ owners }, use) => {
    await owners.renew();
    await use(owners.context);
    await owners.closeOthers();
  },
  page: async ({ context, viewport, colorScheme }, use) => {
    const page = await context.newPage();
    await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme });
    await use(page);
  },
  quietConsole: [
    async ({ context, owners, expectedErrors }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text);
      };
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() !== "error" || message.page() === owners.quiet) return;
        note(`${message.text()} (${message.location().url})`);
      };
      const onError = (error: WebError) => note(String(error.error()));
      context.on("console", onConsole).on("weberror", onError);
      await use(undefined);
      context.off("console", onConsole).off("weberror", onError);
      expect(errors, "errors on the console of the browser").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
