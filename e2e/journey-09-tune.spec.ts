import { calmDemo, type Deployment, deploymentNamed } from "./support/demoCloud.ts";
import { expect, test } from "./support/test.ts";
import { openTwin, segmentNumberUs } from "./support/twinPage.ts";

const SEGMENT = "Firewall at s1";
let before: Deployment;

test.beforeEach(async ({ page }) => {
  before = await deploymentNamed(page.request, "Web edge");
});
test.afterEach(async ({ page }) => calmDemo(page.request, before));

test("PL and DL are tuned for the load of a running segment, set on it, and its lines move", async ({
  page,
}) => {
  await openTwin(page, "Web edge");
  await page.getByRole("switch", { name: "Congestion at s1" }).click();
  await expect(page.getByRole("switch", { name: "Congestion at s1" })).toBeChecked();
  expect(await segmentNumberUs(page, SEGMENT, /^PL/)).toBe(12_000);
  const tune = page.getByRole("link", { name: "Tune PL and DL" });
  await expect(tune).toHaveAttribute("href", /cloud=demo&segment=edge-firewall&transit=7000/);
  await tune.click();

  await expect(page.getByText(`For segment ${SEGMENT}, running with its PL and DL marked`)).toBeVisible();
  const best = page.getByRole("button", { name: /\(best\)/ });
  await expect(best).toBeVisible();
  await expect(best).toHaveAccessibleName(/loss 0 %.*meets the goal/);
  await best.click();
  await expect(page).toHaveURL(/pl=\d+&dl=\d+|dl=\d+.*pl=\d+/);
  const plUs = Number(new URL(page.url()).searchParams.get("pl"));
  const dlUs = Number(new URL(page.url()).searchParams.get("dl"));
  expect(plUs).toBeLessThan(11_000);
  await expect(page.getByText(`register_write bounded_latency 0 ${plUs}`)).toBeVisible();
  await expect(page.getByText(`register_write drop_latency 0 ${dlUs}`)).toBeVisible();
  await page.getByRole("button", { name: `Set on ${SEGMENT}` }).click();
  await expect(page.getByText(new RegExp(`hold for ${SEGMENT}`))).toBeVisible();

  await openTwin(page, "Web edge");
  // the table shows three digits
  const shown = (await segmentNumberUs(page, SEGMENT, /^PL/)) ?? Number.NaN;
  expect(Math.abs(shown / plUs - 1)).toBeLessThan(0.01);
  // its packets get priority now, with the congestion still on
  await expect.poll(() => segmentNumberUs(page, SEGMENT, /^p50 [µm]?s$/)).toBeLessThan(2_000);
  await expect(page.getByRole("switch", { name: "Congestion at s1" })).toBeChecked();
});
