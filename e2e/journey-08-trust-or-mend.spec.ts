import { calmDemo, deploymentNamed, openCalmTwin } from "./support/demoCloud.ts";
import { dropFiles } from "./support/dropFiles.ts";
import { settledUrl } from "./support/settledUrl.ts";
import { expect, test } from "./support/test.ts";

// the drift itself, its refit from live windows and the model that holds again: story.spec.ts

/** Programs on one device: 45.9 us of base, 2 us a table beyond the first, 0.5 us a header beyond the first. */
const MEASURED = `parse,table,latencyUs,spreadUs,packets
1,1,45.9,1,10000
1,3,49.9,1,10000
4,1,47.4,1,10000
4,5,55.4,1,10000
`;

test.beforeEach(async ({ page }) => calmDemo(page.request, null));

test("the twin says how well the model holds: residual, coverage with its interval, drift, what changed", async ({
  page,
}) => {
  await openCalmTwin(page, "Web edge");
  await expect(page.getByRole("img", { name: /^Residual of Firewall at s1: \d+ windows/ })).toBeVisible();
  await expect(
    page.getByText(/\d+ windows matched the prediction in force at the time, 95 % interval/),
  ).toBeVisible();
  await page.getByText("Every term with the interval of its mean").click();
  const terms = page.getByRole("table", { name: "Terms of the prediction" });
  await expect(terms.getByRole("row").filter({ hasText: "firewall" })).toContainText(/\d+ to \d+/);
  await expect(page.getByText(/packets measured of|packets\/s measured of/)).toBeVisible();
});

test("a refit from an uploaded table: proposed beside published, what it cannot see, stored beside the published one", async ({
  page,
}) => {
  const { id } = await deploymentNamed(page.request, "Web edge");
  await page.goto(`/twin/${id}/refit?device=t4p4s&live=false`);
  await expect(page.getByText("Nothing to fit to yet")).toBeVisible();

  const drop = page.getByRole("button", { name: /Drop a table of measurements/ });
  await dropFiles(drop, [{ name: "bad.csv", text: "parse,table,latencyUs\n1,1,soon\n" }]);
  await expect(page.getByText("These observations cannot be fitted")).toBeVisible();
  await expect(page.getByRole("list", { name: "Problems" })).toContainText("2:");
  await page.getByRole("button", { name: "Leave it out" }).click();

  await dropFiles(drop, [{ name: "lab.csv", text: MEASURED }]);
  const table = page.getByRole("table", { name: "Proposed coefficients" });
  const row = (name: string) =>
    table.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });
  await expect(row("table")).toContainText(/determined/);
  await expect(page.getByText("Not identifiable from these measurements")).toBeVisible();
  await expect(row("copy")).toContainText(/as published|held at 0/);
  await page.getByRole("button", { name: "Store only" }).click();
  await page.getByRole("status").getByRole("link", { name: "t4p4s-refit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /refitted/ })).toBeVisible();
  await expect(page.getByText(/own, version \d+/)).toBeVisible();
});

test("what would have happened: another profile and pair over a stored range, all of it in the address", async ({
  page,
}) => {
  await openCalmTwin(page, "Web edge");
  await page.getByRole("link", { name: "What would have happened" }).click();
  const table = page.getByRole("table", { name: "Replay and what was observed" });
  const verdict = table.getByRole("row").filter({ hasText: "Verdict" });
  await expect(verdict).toContainText(/predicted/);
  await page.getByRole("combobox", { name: "Profile of s1" }).click();
  await page.getByRole("option", { name: "agilio-cx", exact: true }).click();
  await page.getByRole("spinbutton", { name: "PL" }).fill("300");
  await page.keyboard.press("Tab");
  expect(await settledUrl(page, /pl=300/)).toMatch(/devices=s1.agilio-cx/);
  // nearly every packet takes more than 300 us
  const abovePl = table.getByRole("row").filter({ hasText: "Above PL" });
  await expect(abovePl).toContainText(/of 12\.0 ms.*(9\d|100)(\.\d+)? % of 300 µs/);
  await expect(table.getByRole("row").filter({ hasText: "Residual, mean" })).toContainText(/\+\d/);
  await page.reload();
  await expect(abovePl).toContainText(/of 300 µs/);
});

test("counters of a switch become probabilities with intervals and an expected latency", async ({ page }) => {
  await page.goto("/twin");
  await page.getByRole("link", { name: "Branches from counters" }).click();
  await page.getByRole("textbox", { name: "Counters" }).fill("{");
  await expect(page.getByText(/No JSON/)).toBeVisible();
  await page.getByRole("button", { name: "Show an example" }).click();
  const table = page.getByRole("table", { name: "Learnt probabilities" });
  const forward = table.getByRole("row").filter({ hasText: "ipv4_forward" });
  await expect(forward).toContainText(/(89|90)(\.\d+)? %/);
  await expect(page.getByText("Not determined by any counter")).toBeVisible();
});
