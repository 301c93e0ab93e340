import { test as base, expect } from "@playwright/test";

export type JourneyOptions = {
  /** what the browser may say on its console in this test: a refused request that the test asks for */
  expectedErrors: readonly RegExp[];
};

/** The test of Playwright; a page that reports an error on its console fails it. */
export const test = base.extend<JourneyOptions & { quietConsole: undefined }>({
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text);
      };
      context.on("console", (message) => {
        if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => note(String(error.error())));
      await use(undefined);
      expect(errors, "errors on the console of the browser").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
