import { ask } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

/** Every place of the rail, the key that goes there after `g`, and its heading. */
const PLACES = [
  ["o", "/", "Overview"],
  ["t", "/twin", "Twins"],
  ["p", "/programs", "Programs"],
  ["c", "/clouds", "Clouds"],
  ["d", "/devices", /^Devices/],
  ["h", "/chains", "Chains"],
  ["s", "/scenarios", "Scenarios"],
  ["m", "/telemetry", "Telemetry"],
  ["r", "/reports", "Reports"],
  ["e", "/engines", "Engines"],
  ["k", "/docs", /./],
  [",", "/settings", "Settings"],
] as const;

test("every place is two keys away, has one first heading and is marked in the rail", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  for (const [key, path, heading] of [...PLACES.slice(1), PLACES[0]]) {
    // on a busy machine the second key may come too late for the pair: then it is pressed again
    await expect(async () => {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect(page).toHaveURL((url) => url.pathname.startsWith(path), { timeout: 10_000 });
    }).toPass();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]")).toHaveCount(
      1,
    );
    await expect(page).toHaveTitle(/P4Twin/);
  }
});

test("search, key list and Esc work without a mouse", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.keyboard.press("/");
  const search = page.getByRole("dialog").getByRole("combobox");
  await expect(search).toBeFocused();
  await search.fill("vxlan");
  await expect(page.getByRole("option", { name: /vxlan_decap/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "vxlan_decap.p4" })).toBeVisible();

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("Search and command palette");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();

  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();
});

test.describe("an address that leads nowhere", () => {
  test.use({ expectedErrors: [/404/] });

  test("says so and leads back", async ({ page }) => {
    await page.goto("/no-such-page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page
      .getByRole("link", { name: /overview/i })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  });

  test("names what a report cannot be of, within a narrow page", async ({ page }) => {
    await page.setViewportSize({ width: 420, height: 900 });
    await page.goto(`/reports/new?kind=placement&of=${UNKNOWN}`);
    await expect(page.getByText(`There is no placement with the id ${UNKNOWN}`)).toBeVisible();
    const choice = page.getByRole("combobox", { name: "Placement" });
    await expect(choice).toHaveText(`${UNKNOWN} (not found)`);
    const box = await choice.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(420);
    await expect(page.getByRole("button", { name: "Freeze report" })).toBeDisabled();
  });
});

test("the link of a segment that is not bound says so, and what is shown instead", async ({ page }) => {
  const twins = await ask<{ id: string; name: string }[]>(page.request, "deployments.list");
  const id = twins.find(({ name }) => name === "Web edge")?.id;
  const missing = page.getByText("Segment gone is not bound in this twin");
  await page.goto(`/twin/${id}/replay?segment=gone`);
  await expect(missing).toBeVisible();
  await page.goto(`/twin/${id}?segment=gone`);
  await expect(missing).toBeVisible();
  await page.getByRole("table", { name: "Segments" }).getByRole("row").nth(1).click();
  await expect(missing).toBeHidden();
  await page.goto(`/tuner?deployment=${id}&running=gone`);
  await expect(page.getByText("The running segment cannot be read")).toBeVisible();
});
