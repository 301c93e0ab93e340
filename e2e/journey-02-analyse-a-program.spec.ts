import { readFileSync } from "node:fs";
import { dropFiles } from "./support/dropFiles.ts";
import { l3fwd, lineOf, litLines, openLibraryProgram, pathRow, sourceOf } from "./support/programPage.ts";
import { settledUrl } from "./support/settledUrl.ts";
import { expect, test } from "./support/test.ts";

test("a dropped program shows its paths, vectors and latency per device", async ({ page }) => {
  await page.goto("/programs");
  await page.getByRole("button", { name: "Upload program" }).click();
  await dropFiles(page.getByRole("button", { name: /^Drop a P4 program here/ }), [
    { name: "dropped-l3fwd.p4", text: l3fwd },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "dropped-l3fwd" })).toBeVisible();
  const file = "dropped-l3fwd.p4";

  // contract: parse, modify, copy, remove, add, table
  await expect(pathRow(page, "p1")).toContainText("2 2 0 0 0 1");
  await expect(pathRow(page, "p1")).toContainText("ipv4_lpm: ipv4_forward");
  await expect(pathRow(page, "p3")).toContainText("1 0 0 0 0 0");

  // the selected path lights its lines; another path lights others
  await pathRow(page, "p1").click();
  await expect(litLines(page, file).filter({ hasText: "packet.extract(hdr.ipv4)" })).toHaveCount(1);
  await expect(page).toHaveURL(/path=p1/);
  await pathRow(page, "p3").click();
  await expect(litLines(page, file).filter({ hasText: "packet.extract(hdr.ethernet)" })).toHaveCount(1);
  await expect(litLines(page, file).filter({ hasText: "packet.extract(hdr.ipv4)" })).toHaveCount(0);

  // and the other way round: the cursor in a line, a node of the graph
  await sourceOf(page, file).getByText("packet.extract(hdr.ipv4);").click();
  await expect(page).toHaveURL(/path=p[12]/);
  await pathRow(page, "p3").click();
  await page.getByRole("button", { name: /^table, ipv4_lpm/ }).click();
  await expect(page).toHaveURL(/path=p[12]/);
  await expect(page.getByRole("button", { name: /^table, ipv4_lpm.*on the selected path/ })).toBeVisible();
});

test("devices and estimator change what the latency is made of", async ({ page }) => {
  await openLibraryProgram(page, "l3fwd.p4");
  await pathRow(page, "p1").click();
  const latency = page.getByRole("img", { name: /^Latency of p1 per device/ });
  // Table 4.1 of Harkous 2022: 8.56 us by the linear model, one sigma 0.45 us
  await expect(pathRow(page, "p1")).toContainText("8.56");
  await expect(latency).toHaveAccessibleName(/agilio-cx[^.]*8\.56/);

  const estimator = page.getByRole("radiogroup", { name: "Estimator" });
  await estimator.getByRole("radio", { name: "p8" }).click();
  await expect(pathRow(page, "p1")).toContainText("8.73");
  await expect(page).toHaveURL(/engine=p8/);
  await estimator.getByRole("radio", { name: "linear" }).click();
  await expect(pathRow(page, "p1")).toContainText("8.56");

  const devices = page.getByRole("group", { name: "Devices" });
  // every device stands beside the others, chosen or not; one that takes another architecture says so
  await expect(latency).toHaveAccessibleName(/cpu: 45\.9/);
  await expect(devices.getByRole("button", { name: /^netfpga-sume needs a port/ })).toBeVisible();
  await page.getByRole("radio", { name: "Bars, chosen devices" }).click();
  await expect(latency).not.toHaveAccessibleName(/cpu/);
  await devices.getByRole("button", { name: /^cpu / }).click();
  await expect(devices.getByRole("button", { name: /^cpu / })).toHaveAttribute("aria-pressed", "true");
  await expect(latency).toHaveAccessibleName(/cpu/);
  await settledUrl(page, /devices=[^&]*cpu/);
  await devices.getByRole("button", { name: /^agilio-cx / }).click();
  await expect(latency).not.toHaveAccessibleName(/agilio-cx/);
  await settledUrl(page, /devices=((?!agilio-cx)[^&])*cpu/);
  // Back undoes what was chosen, step by step
  await page.goBack();
  await expect(latency).toHaveAccessibleName(/agilio-cx/);
  await page.goForward();
  await expect(latency).not.toHaveAccessibleName(/agilio-cx/);
  // all of it is in the URL: the same link shows the same
  await settledUrl(page, /devices=((?!agilio-cx)[^&])*cpu/);
  await page.reload();
  await expect(devices.getByRole("button", { name: /^cpu / })).toHaveAttribute("aria-pressed", "true");
  await expect(devices.getByRole("button", { name: /^agilio-cx / })).toHaveAttribute("aria-pressed", "false");
});

test("a pasted program with a mistake is marked with line and column, and mended in place", async ({
  page,
}) => {
  const broken = l3fwd.replace("packet.extract(hdr.ipv4);", "packet.extract(hdr.ipv4)");
  const line = lineOf(broken, "packet.extract(hdr.ipv4)");

  await page.goto("/programs?new=upload");
  const dialog = page.getByRole("dialog", { name: "Upload a program" });
  await dialog.getByRole("tab", { name: "Paste" }).click();
  await dialog.getByRole("button", { name: "Store program" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Paste a P4_16 program");
  await dialog.getByLabel("Name").fill("pasted");
  await dialog.getByLabel("P4 source").fill(broken);
  await dialog.getByRole("button", { name: "Store program" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "pasted" })).toBeVisible();
  await expect(page.getByText("1 error", { exact: true })).toBeVisible();
  const problem = page.getByRole("list", { name: "Problems" }).getByRole("listitem");
  await expect(problem).toContainText("expected ';'");
  await expect(problem).toContainText("p4-expected");
  await problem.getByRole("button", { name: `Show line ${line}, column 33` }).click();
  const source = sourceOf(page, "pasted.p4");
  const wrongLine = source.getByText("packet.extract(hdr.ipv4)", { exact: true });
  await expect(wrongLine).toBeInViewport();
  await expect(page.getByText("No graph while the source has errors")).toBeVisible();

  await wrongLine.click();
  await page.keyboard.press("End");
  await page.keyboard.type(";");
  await expect(problem).toHaveCount(0);
  await expect(pathRow(page, "p1")).toContainText("2 2 0 0 0 1");
  await page.getByRole("button", { name: "Save as new version" }).click();
  await expect(page.getByText("version 2", { exact: true })).toBeVisible();
});

test("a compiled program has the paths of its source", async ({ page }) => {
  await page.goto("/programs?new=upload");
  const dialog = page.getByRole("dialog", { name: "Upload a program" });
  const compiled = new URL("../packages/models/src/program/fixtures/bmv2/l3fwd.json", import.meta.url);
  await dropFiles(dialog.getByRole("button", { name: /^Drop a P4 program here/ }), [
    { name: "compiled-l3fwd.json", text: readFileSync(compiled, "utf8") },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "compiled-l3fwd" })).toBeVisible();
  await expect(page.getByText(/v1model, 3 feasible paths/)).toBeVisible();
});

test("a file that is no P4 source is refused with what to drop instead", async ({ page }) => {
  await page.goto("/programs?new=upload");
  const dialog = page.getByRole("dialog", { name: "Upload a program" });
  await dropFiles(dialog.getByRole("button", { name: /^Drop a P4 program here/ }), [
    { name: "holiday.png", text: "not a program" },
  ]);
  await expect(dialog.getByRole("alert")).toContainText("holiday.png is not P4 source. Drop .p4 files");
});
