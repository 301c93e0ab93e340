import type { Page } from "@playwright/test";
import { goByRail } from "./support/follow.ts";
import { expect, test } from "./support/test.ts";

const editor = (page: Page) => page.getByRole("textbox", { name: "Source of the engine" });

/** Puts a file into the editor as a paste does: typing would indent by itself. */
async function write(page: Page, source: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(source);
}

const run = (page: Page) => page.getByRole("button", { name: "Run", exact: true }).click();

test("an estimator is tried beside the built-in ones, stored as versions and listed", async ({ page }) => {
  await page.goto("/engines");
  await page.getByRole("link", { name: "Write engine" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New engine in Python" })).toBeVisible();
  await run(page);
  const table = page.getByRole("table", { name: "Latency of each path of l3fwd_firewall.p4 on agilio-cx" });
  await expect(table).toBeVisible();
  for (const name of ["This engine", "linear", "p8"]) {
    await expect(table.getByRole("columnheader", { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  // the path without a second table costs what the linear model says, the one with it 0.15 us more
  const cheapest = table
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: "p7", exact: true }) });
  await expect(cheapest).toContainText("same");

  await page.getByLabel("Name of the engine").fill("Dear tables");
  await page.getByRole("button", { name: "Save engine" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dear tables" })).toBeVisible();
  await expect(page.getByText("Own engine in Python: estimates.")).toBeVisible();

  await write(page, "def estimate(program, device, options):\n    return program['nothing']\n");
  await run(page);
  const failed = page.getByRole("alert").filter({ hasText: "KeyError: 'nothing'" });
  await expect(failed).toBeVisible();
  await expect(page.getByRole("region", { name: "Traceback" })).toContainText(
    'File "engine.py", line 2, in estimate',
  );
  await failed.getByRole("button", { name: "Show line 2" }).click();
  await expect(page.locator(".cm-lintRange-error")).toHaveText("program['nothing']");

  const constant =
    "def estimate(program, device, options):\n    return {'estimates': [{'pathId': p['id'], 'meanUs': 5} for p in program['paths']]}\n";
  await write(page, constant);
  await page.getByRole("button", { name: "Save as new version" }).click();
  await expect(page.getByRole("button", { name: /^Version 2 of/ })).toBeVisible();

  await goByRail(page, "Engines");
  const estimators = page.getByRole("table", { name: "Estimators" });
  const row = estimators.getByRole("row").filter({ hasText: "Dear tables, version 2" });
  await expect(row).toContainText("Python");
  await expect(estimators.getByRole("row").filter({ hasText: "linear" })).toContainText("built in");
  await row.getByRole("button", { name: /^Remove/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toHaveCount(1);
});

test("a placement solver is tried on a problem; what breaks a constraint is refused in words", async ({
  page,
}) => {
  await page.goto("/engines/new?example=place&call=place");
  await run(page);
  const answers = page.getByRole("table", { name: "Placements of the engines" });
  await expect(answers).toBeVisible();
  await expect(answers.getByRole("row").filter({ hasText: "This engine" })).toContainText("6 of 6");
  await expect(answers.getByRole("row").filter({ hasText: "exact" })).toContainText("6 of 6");

  await write(
    page,
    "def place(problem, options):\n    return {'chains': [{'id': c['id'], 'hosts': ['cpu1'] * len(c['functions'])} for c in problem['chains']]}\n",
  );
  await run(page);
  const refused = page.getByRole("alert").filter({ hasText: "The engine's answer cannot be used" });
  await expect(refused).toBeVisible();
  await expect(refused).toContainText("chain a1");
});

test("an engine that never ends, or reaches out, harms nobody", async ({ page }) => {
  await page.goto("/engines/new");
  await write(page, "import js\n\ndef estimate(program, device, options):\n    return {}\n");
  await run(page);
  await expect(page.getByRole("alert").filter({ hasText: "js is not there" })).toBeVisible();
  await write(page, "def estimate(program, device, options):\n    while True:\n        pass\n");
  await run(page);
  await expect(page.getByText("Running in this browser")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Not run yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
});

test("an engine over HTTP is asked only at allowed hosts", async ({ page }) => {
  await page.goto("/engines");
  await page.getByRole("link", { name: "Connect over HTTP" }).click();
  await page.getByLabel("URL").fill("http://127.0.0.1:9/engine");
  await run(page);
  const refused = page.getByRole("alert").filter({ hasText: "This address may not be asked" });
  await expect(refused).toContainText("127.0.0.1:9 is not among the allowed hosts");

  await goByRail(page, "Engines");
  await page.getByLabel("One host a line").fill("127.0.0.1:9");
  await page.getByRole("button", { name: "Save hosts" }).click();
  await expect(page.getByText("Stored the allowed hosts")).toBeVisible();
  await page.getByRole("link", { name: "Connect over HTTP" }).click();
  await page.getByLabel("URL").fill("http://127.0.0.1:9/engine");
  await run(page);
  await expect(page.getByRole("alert").filter({ hasText: "The engine does not answer" })).toBeVisible();
});
