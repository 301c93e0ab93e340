import { OWNER_STATE, product } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

test("the one-time link signs the owner in, and only once", async ({ page, browser }) => {
  await page.goto(product.signInLink());
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.context().storageState({ path: OWNER_STATE });

  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(product.signInLink());
  await expect(second.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(second.getByRole("alert").filter({ hasText: /link/i })).toBeVisible();
  await second.goto("/programs");
  await expect(second.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await stranger.close();
});
