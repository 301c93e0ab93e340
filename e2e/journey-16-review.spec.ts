import { libraryFiles } from "@p4twin/models/library";
import { mutate } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

// nobody approves their own review: the server refuses, and the browser notes it
test.use({ expectedErrors: [/403/] });

test("two versions of a program are reviewed: findings with links, evidence, a verdict that is refused and one that stays", async ({
  page,
  request,
}) => {
  const source = libraryFiles["programs/l3fwd_firewall.p4"] ?? "";
  const first = await mutate<{ programId: string }>(request, "programs.create", {
    ...{ name: "Reviewed.p4", source, includes: {} },
  });
  await mutate(request, "programs.addVersion", {
    id: first.programId,
    source: libraryFiles["programs/l3fwd.p4"] ?? "",
    includes: {},
  });

  await page.goto("/reviews");
  await page.getByRole("button", { name: "Review change" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Review a change" });
  await dialog.getByLabel("Name").fill("Drop the firewall");
  const choose = async (label: string, option: RegExp) => {
    await dialog.getByLabel(label, { exact: true }).click();
    await page.getByRole("option", { name: option }).first().click();
  };
  await choose("Program", /^Reviewed\.p4/);
  await choose("Before", /^version 1/);
  await choose("After", /^version 2/);
  await dialog.getByRole("switch", { name: "No path may be removed" }).click();
  await dialog.getByRole("button", { name: "Review change" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Drop the firewall" })).toBeVisible();
  const findings = page.getByRole("table", { name: "Findings" });
  await expect(findings).toContainText("removedPaths");
  await expect(findings).toContainText("fails");
  await findings.getByRole("link", { name: "Link to the finding about removedPaths" }).click();
  await expect(page).toHaveURL(/#finding-\d+$/);
  await expect(page.getByText("packets leave differently")).toBeVisible();

  await page.getByLabel("Comment").fill("not this week");
  await page.getByRole("button", { name: "Approve change" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("you made it");
  await page.getByRole("button", { name: "Reject change" }).click();
  // the field holds the same words until the verdict is stored
  await expect(page.getByLabel("Comment")).toHaveValue("");
  await expect(page.getByText("not this week")).toBeVisible();
  await page.goto("/reviews");
  const row = page
    .getByRole("table", { name: "Reviews" })
    .getByRole("row")
    .filter({ hasText: "Drop the firewall" });
  await expect(row).toContainText("rejected");
});
