import { libraryFiles } from "@p4twin/models/library";
import type { Page } from "@playwright/test";
import { dropFiles } from "./support/dropFiles.ts";
import { followTo } from "./support/follow.ts";
import { expect, test } from "./support/test.ts";

const rack = libraryFiles["topologies/small-cloud.yaml"];
const SCENARIO = "Chains A, B and C on one rack";

const chainRow = (page: Page, id: string) =>
  page
    .getByRole("table", { name: "Placed chains" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: id, exact: true }) });

async function place(page: Page, engine: string): Promise<void> {
  await page.getByLabel("Engine", { exact: true }).click();
  await page.getByRole("option", { name: new RegExp(`^${engine}`) }).click();
  await page.getByRole("button", { name: "Place chains" }).click();
}

test("a topology with a dangling link is refused in words, then mended and stored", async ({ page }) => {
  await page.goto("/clouds/new");
  const dangling = rack.replace("{ a: npu2, b: tor1, gbps: 10 }", "{ a: npu2, b: tor2, gbps: 10 }");
  const line = dangling.slice(0, dangling.indexOf("b: tor2")).split("\n").length;
  const drop = page.getByRole("button", { name: /^Drop a topology here/ });
  await dropFiles(drop, [{ name: "rack.yaml", text: dangling }]);

  const problem = page.getByRole("list", { name: "Problems" }).getByRole("listitem");
  await expect(problem).toHaveCount(1);
  await expect(problem).toContainText(
    'link to "npu2" dangles: its end b is "tor2", and there is no such node',
  );
  await expect(problem).toContainText("add it or correct the link");
  await expect(
    problem.getByRole("button", { name: new RegExp(`^Show line ${line}, column \\d+$`) }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Store cloud" })).toBeDisabled();

  await dropFiles(drop, [
    { name: "rack.yaml", text: rack.replace("name: small cloud", "name: dropped rack") },
  ]);
  await expect(problem).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Add a cloud" })).toBeVisible();
  await page.getByRole("button", { name: "Store cloud" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "dropped rack" })).toBeVisible();
  await expect(page.getByText("10 nodes, 8 of them programmable, 9 links")).toBeVisible();
});

test("the ILP places the chains, with bound and delay per chain against its budget", async ({ page }) => {
  await page.goto("/scenarios");
  await page.getByRole("link", { name: SCENARIO, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: SCENARIO })).toBeVisible();
  await place(page, "ilp");
  const answer = page.getByRole("status").filter({ hasText: "Optimal: 3 chains placed" });
  await expect(answer.filter({ hasText: "Found by ilp" })).toBeVisible();
  // Harkous 2022, Sec. 5.3.5: chain A takes 10.00 us on an NPU, which is all its budget
  await expect(chainRow(page, "a")).toContainText("10.0");
  await chainRow(page, "a").click();
  await expect(page.getByRole("img", { name: /^Delay of chain a\b/ })).toBeVisible();
  await chainRow(page, "b").click();
  await expect(page.getByRole("img", { name: /^Delay of chain b\b/ })).toBeVisible();
  await expect(page).toHaveURL(/chain=b/);
});

test("the engines of the browser answer at once, checked, and the integer program on request", async ({
  page,
}) => {
  await page.goto("/scenarios");
  await page.getByRole("link", { name: SCENARIO, exact: true }).click();
  const answers = page.getByRole("table", { name: "Answers of the engines in this browser" });
  const row = (engine: string) => answers.getByRole("row").filter({ hasText: engine });
  for (const engine of ["exact", "greedy", "agnostic"]) {
    await expect(row(engine).getByLabel("checked: every constraint holds")).toBeVisible();
  }
  // a shared NPU is the optimum, 65 W (Harkous 2022, Table 5.6); the greedy takes more
  await expect(row("exact")).toContainText("optimal");
  await expect(row("exact")).toContainText("65.0");
  await row("ilp").getByRole("button", { name: "Run here" }).click();
  await expect(row("ilp")).toContainText("optimal");
  await expect(row("ilp")).toContainText("65.0");
  await row("greedy").click();
  await expect(page).toHaveURL(/answer=greedy/);
  await expect(page.getByText("Worked out and checked in this browser, not stored.")).toBeVisible();
});

test("the greedy answers too, and both runs are kept", async ({ page }) => {
  await page.goto("/scenarios");
  await page.getByRole("link", { name: SCENARIO, exact: true }).click();
  await place(page, "greedy");
  await expect(page).toHaveURL(/placement=/);
  // the run belongs to the server: it goes on while the page is loaded anew
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "Found by greedy" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Feasible: 3 chains placed" })).toBeVisible();
  const runs = page.getByRole("table", { name: "Placement runs" }).getByRole("row");
  await expect(runs.filter({ hasText: "greedy" })).toContainText("feasible");
  // the newest: other journeys place the demo scenario too
  await expect(runs.filter({ hasText: "ilp" }).first()).toContainText("optimal");
});

test("a chain gets hosts of the cloud: its way to and from them is found and its delay counts it", async ({
  page,
}) => {
  await page.goto("/scenarios/new");
  const scenario = page.getByRole("form", { name: "Scenario" });
  await scenario.getByLabel("Name", { exact: true }).fill("From clients to servers");
  await scenario.getByLabel("Cloud", { exact: true }).click();
  await page.getByRole("option", { name: /^Demo cloud/ }).click();
  await scenario.getByLabel("Video cache").check();
  await scenario.getByRole("combobox", { name: "Chain video-cache from" }).click();
  await page.getByRole("option", { name: "from clients" }).click();
  await scenario.getByRole("combobox", { name: "Chain video-cache to" }).click();
  await page.getByRole("option", { name: "to servers" }).click();
  await scenario.getByRole("button", { name: "Create scenario" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "From clients to servers" })).toBeVisible();
  await place(page, "exact");
  await expect(page.getByRole("status").filter({ hasText: "Found by exact" })).toBeVisible();
  // only s4 lies on a way fast enough (Harkous 2022, Eq. 5.19, Table 5.6)
  await expect(chainRow(page, "video-cache")).toContainText("clients → s4 → servers");
  await expect(chainRow(page, "video-cache")).toContainText("45.9");
});

test("when nothing fits, the conflict is told in words, and what would make it fit is a click away", async ({
  page,
}) => {
  await page.goto("/chains/new");
  const form = page.getByRole("form", { name: "Chain" });
  await form.getByLabel("Name", { exact: true }).fill("Too tight");
  for (const type of ["fw", "nat", "l3fwd"]) {
    await form.getByLabel("Add a function").click();
    await page.getByRole("option", { name: new RegExp(`^${type}\\b`) }).click();
  }
  await form.getByLabel("Throughput").fill("2");
  // an ASIC takes 2 us for it (Harkous 2022, Table 5.6), so one is too little on every device
  await form.getByLabel("Delay budget").fill("1");
  await form.getByRole("button", { name: /chain/i }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Too tight" })).toBeVisible();

  await followTo(page, "/scenarios/new");
  const scenario = page.getByRole("form", { name: "Scenario" });
  await scenario.getByLabel("Name", { exact: true }).fill("Nothing fits");
  await scenario.getByLabel("Cloud", { exact: true }).click();
  await page.getByRole("option", { name: /^Small cloud/ }).click();
  await scenario.getByLabel("Too tight").check();
  // its ends come when the hosts of the cloud are known, and move the button below them
  await expect(scenario.getByRole("combobox", { name: "Chain too-tight from" })).toBeVisible();
  await scenario.getByRole("button", { name: "Create scenario" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nothing fits" })).toBeVisible();
  await place(page, "ilp");

  const answer = page.getByRole("alert").filter({ hasText: "Infeasible: the chains do not fit" });
  await expect(answer).toBeVisible();
  const conflicts = answer.getByRole("list", { name: "Conflicting constraints" }).getByRole("listitem");
  await expect(conflicts.first()).toContainText(/too-tight/);
  await expect(conflicts.first()).toContainText(/1(\.0+)? (us|µs)/);

  const relaxation = answer
    .getByRole("list", { name: "What would make it fit" })
    .getByRole("listitem")
    .filter({ hasText: "a budget of 2 µs instead of 1 µs" });
  await relaxation.getByRole("button", { name: "Try" }).click();
  await expect(page).toHaveURL(/view=what-if/);
  await expect(page.getByRole("list", { name: "Changes" })).toContainText(
    "budget of chain too-tight 2.00 µs",
  );
  const chains = page.getByRole("table", { name: "Chains after the change" });
  await expect(chains.getByRole("row").filter({ hasText: "too-tight" })).toContainText("placed");
});
