import type { Browser, Page } from "@playwright/test";
import { mutate, product } from "./support/product.ts";
import { expect, test } from "./support/test.ts";
import { openTwin } from "./support/twinPage.ts";

/** A page of somebody who has no account here. */
async function strangersPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url(),
    storageState: { cookies: [], origins: [] },
  });
  return context.newPage();
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Share this report" });
  await dialog.getByRole("button", { name: "Make link" }).click();
  const link = dialog.getByText(/\/r\/[\w-]{20,}/);
  await expect(link).toBeVisible();
  await expect(dialog).toContainText("it cannot be shown again");
  const url = (await link.textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  return url;
}

test("a frozen twin opens by link without an account, until it is revoked", async ({ page, browser }) => {
  await openTwin(page, "Web edge");
  await expect(page.getByRole("status").filter({ hasText: /^live$/ })).toBeVisible();
  await page.getByRole("button", { name: "Freeze report" }).click();
  // what is frozen can be looked at, named and explained first
  await expect(page.getByRole("heading", { level: 1, name: "Freeze a report" })).toBeVisible();
  await page.getByLabel("Comment").fill("Before the upgrade of s1.");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "Summary" })).toBeVisible();
  await expect(preview).toContainText("Before the upgrade of s1.");
  await page.getByRole("button", { name: "Freeze report" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Twin of Web edge" })).toBeVisible();
  await expect(page).toHaveURL(/\/reports\//);
  const summary = (of: Page) =>
    of.getByRole("table", { name: "Observed and predicted latency of each segment" });
  await expect(summary(page).getByRole("row").filter({ hasText: "Firewall at s1" })).toContainText(/\d/);
  const numbers = await summary(page).textContent();
  const link = await makeLink(page);

  const stranger = await strangersPage(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { level: 1, name: "Twin of Web edge" })).toBeVisible();
  expect(await summary(stranger).textContent()).toBe(numbers);
  await expect(stranger.getByText("Before the upgrade of s1.")).toBeVisible();
  await expect(stranger.getByRole("heading", { name: "Summary" })).toBeVisible();
  await expect(stranger.getByRole("heading", { name: "Question" })).toBeVisible();
  await expect(stranger.getByRole("heading", { name: "Assumptions and versions" })).toBeVisible();
  await expect(stranger.getByRole("img", { name: /^Delay of Firewall at s1/ })).toBeVisible();
  // it carries its data
  const download = stranger.waitForEvent("download");
  await stranger.getByRole("button", { name: "Download" }).click();
  await stranger.getByRole("menuitem", { name: /^CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  // and nothing else
  await stranger.goto("/reports");
  await expect(stranger.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();

  const links = page.getByRole("table", { name: "Links of this report" });
  await expect(links.getByRole("row").filter({ hasText: "valid" })).toHaveCount(1);
  await links.getByRole("button", { name: "Revoke" }).click();
  await expect(links.getByRole("row").filter({ hasText: "revoked" })).toHaveCount(1);
  await stranger.goto(link);
  await expect(
    stranger.getByRole("heading", { level: 1, name: "There is no report behind this link" }),
  ).toBeVisible();
  await expect(stranger.getByText(/It was revoked.*Ask whoever sent it for a new one/)).toBeVisible();
  await stranger.context().close();
});

test("a frozen placement shows the delay of each chain; an expired link says so", async ({
  page,
  browser,
}) => {
  await page.goto("/scenarios");
  await page.getByRole("link", { name: "Chains A, B and C on one rack", exact: true }).click();
  await page.getByRole("button", { name: "Place chains" }).click();
  // the browser's own answer stands there at once; only the stored one can be frozen
  const freeze = page.getByRole("link", { name: "Freeze report" });
  const stored = page.getByRole("status").filter({ has: freeze });
  await expect(stored).toContainText("Optimal: 3 chains placed");
  await freeze.click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Least room");
  await page.getByRole("button", { name: "Freeze report" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Placement of/ })).toBeVisible();
  await expect(page).toHaveURL(/\/reports\//);
  const link = await makeLink(page);

  const stranger = await strangersPage(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { level: 1, name: /^Placement of/ })).toBeVisible();
  await expect(
    stranger
      .getByRole("table", { name: "Placed chains" })
      .getByRole("row")
      .filter({ hasText: "npu" })
      .first(),
  ).toContainText(/\d/);

  // a link of one second
  const reportId = new URL(page.url()).pathname.split("/").at(-1);
  const brief = await mutate<{ path: string }>(page.request, "reports.share", {
    id: reportId,
    expiresInHours: 1 / 3600,
  });
  await expect(async () => {
    await stranger.goto(brief.path);
    await expect(stranger.getByRole("heading", { level: 1, name: "This link has expired" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expect(stranger.getByRole("table", { name: "Placed chains" })).toBeHidden();
  await page.reload();
  await expect(
    page.getByRole("table", { name: "Links of this report" }).getByRole("row").filter({ hasText: "expired" }),
  ).toHaveCount(1);
  await stranger.context().close();
});
