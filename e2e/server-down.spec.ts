import { expect, test } from "./support/test.ts";

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|503|ServiceWorker/] });

test("a server that does not answer: the strip turns grey and says since when, a navigation shows our page", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect(page.getByRole("contentinfo")).toContainText("Database");

  await context.setOffline(true);
  await expect(page.getByRole("contentinfo")).toContainText(/no answer since \d\d:\d\d:\d\d/);
  await page.goto("/programs");
  await expect(page.getByRole("heading", { level: 1, name: "The server does not answer" })).toBeVisible();

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Programs" })).toBeVisible();
});
