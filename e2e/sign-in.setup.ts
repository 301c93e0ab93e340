import { OWNER_STATE, product } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

test("the one-time link signs the owner in at a click, and only once", async ({ page, browser, request }) => {
  // as a mail preview does
  expect((await request.get(product.signInLink())).ok()).toBe(true);
  await page.goto(product.signInLink());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.context().storageState({ path: OWNER_STATE });

  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(product.signInLink());
  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(second.getByRole("alert").filter({ hasText: /link/i })).toBeVisible();
  await second.goto("/programs");
  await expect(second.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await stranger.close();
});
