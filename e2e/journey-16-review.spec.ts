import { libraryFiles } from "@p4twin/models/library";
import { followTo, goByRail } from "./support/follow.ts";
import { mutate } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

// nobody approves their own review, and a file of rules has a mistake: the server refuses, and the browser notes it
test.use({ expectedErrors: [/403|400.*reviews\.create/] });

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
  await goByRail(page, "Reviews");
  const row = page
    .getByRole("table", { name: "Reviews" })
    .getByRole("row")
    .filter({ hasText: "Drop the firewall" });
  await expect(row).toContainText("rejected");
});

const CLOUD = `version: 1
name: reviewed cloud
nodes:
  - { id: core1, kind: switch, delayUs: 1 }
  - { id: npu1, kind: device, profile: npu }
  - { id: cpu1, kind: device, profile: cpu }
links:
  - { a: npu1, b: core1, gbps: 10 }
  - { a: cpu1, b: core1, gbps: 10 }
`;
const CHAINS = `version: 1
chains:
  - { id: a, functions: [fw, nat, l3fwd], gbps: 2, maxDelayUs: 10 }
  - { id: b, functions: [lb, l3fwd], gbps: 1 }
`;

test("two versions of a scenario whose cloud changed: chains that lose their budget, with their places", async ({
  page,
  request,
}) => {
  type Written = { version: { id: string; topologyId: string } };
  const { version } = await mutate<Written>(request, "topologies.create", { content: { text: CLOUD } });
  const slower = CLOUD.replace("delayUs: 1", "delayUs: 2").replace(/ {2}- .*npu1.*\n/g, "");
  const next = await mutate<Written>(request, "topologies.addVersion", {
    ...{ id: version.topologyId, content: { text: slower } },
  });
  const made = await mutate<{ versions: { id: string }[] }>(request, "chains.create", {
    content: { text: CHAINS },
  });
  const content = { chainVersionIds: made.versions.map(({ id }) => id), engine: "ilp" };
  const scenario = await mutate<{ scenarioId: string }>(request, "scenarios.create", {
    ...{ name: "Reviewed scenario", topologyVersionId: version.id, ...content },
  });
  await mutate(request, "scenarios.update", {
    ...{ id: scenario.scenarioId, topologyVersionId: next.version.id, ...content },
  });

  await page.goto("/reviews?new=true");
  const dialog = page.getByRole("dialog", { name: "Review a change" });
  const choose = async (label: string, option: RegExp) => {
    await dialog.getByLabel(label, { exact: true }).click();
    await page.getByRole("option", { name: option }).first().click();
  };
  await dialog.getByLabel("Name").fill("Take the NPU out");
  await dialog.getByRole("radio", { name: "Scenario" }).click();
  await choose("Scenario", /^Reviewed scenario/);
  await choose("Before", /^version 1/);
  await choose("After", /^version 2/);
  await dialog.getByRole("button", { name: "Review change" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Take the NPU out" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Findings" })).toContainText("chain a");
  const chain = page
    .getByRole("table", { name: "Chains" })
    .getByRole("row")
    .filter({ hasText: "npu1" })
    .first();
  await expect(chain).toContainText("a");
  await expect(
    page
      .getByText("node npu1 removed")
      .or(page.getByText(/device npu1/))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Download PTF test set" })).toHaveCount(0);

  // the cloud alone
  await followTo(page, "/reviews?new=true");
  await dialog.getByLabel("Name").fill("The cloud alone");
  await dialog.getByRole("radio", { name: "Cloud" }).click();
  await choose("Cloud", /^reviewed cloud/);
  await choose("Before", /^version 1/);
  await choose("After", /^version 2/);
  await dialog.getByRole("switch", { name: "No node, link or chain may change" }).click();
  await dialog.getByRole("button", { name: "Review change" }).click();
  await expect(page.getByRole("table", { name: "Findings" })).toContainText("fails");
});

test("one program with two files of entries: what came, went and changed", async ({ page, request }) => {
  await mutate(request, "programs.create", {
    ...{ name: "Routed.p4", source: libraryFiles["programs/l3fwd.p4"] ?? "", includes: {} },
  });
  const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const route = (port: number) =>
    `table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 ${port}\n`;
  await page.goto("/reviews?new=true");
  const dialog = page.getByRole("dialog", { name: "Review a change" });
  await dialog.getByLabel("Name").fill("Another port");
  const choose = async (label: string, option: RegExp) => {
    await dialog.getByLabel(label, { exact: true }).click();
    await page.getByRole("option", { name: option }).first().click();
  };
  await choose("Program", /^Routed\.p4/);
  await choose("Before", /^version 1/);
  await choose("After", /^version 1/);
  await dialog.getByLabel("Choose entries before").setInputFiles(file("old.txt", route(1)));
  await dialog.getByLabel("Choose entries after").setInputFiles(file("new.txt", route(2)));
  await expect(dialog.getByText("Entries: new.txt")).toBeVisible();
  await dialog.getByRole("switch", { name: "No entry may change" }).click();
  await dialog.getByRole("button", { name: "Review change" }).click();
  await expect(page.getByRole("heading", { name: /Entries: 0 added, 0 removed, 1 changed/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "Findings" })).toContainText("fails");
});

test("the rules of a p4twin.yaml hold on the page as in CI; a mistake in it is named with its line", async ({
  page,
  request,
}) => {
  await mutate(request, "programs.create", {
    ...{ name: "Ruled.p4", source: libraryFiles["programs/l3fwd.p4"] ?? "", includes: {} },
  });
  await page.goto("/reviews?new=true");
  const dialog = page.getByRole("dialog", { name: "Review a change" });
  await dialog.getByLabel("Name").fill("Rules of a file");
  for (const [label, option] of [
    ["Program", /^Ruled\.p4/],
    ["Before", /^version 1/],
    ["After", /^version 1/],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).click();
    await page.getByRole("option", { name: option }).first().click();
  }
  const rules = async (text: string) => {
    const file = { name: "p4twin.yaml", mimeType: "text/yaml", buffer: Buffer.from(text) };
    await dialog.getByLabel("Choose rules").setInputFiles(file);
    await expect(dialog.getByText("Rules: p4twin.yaml")).toBeVisible();
    await dialog.getByRole("button", { name: "Review change" }).click();
  };
  await rules("version: 1\nrules: { packets: never }\n");
  await expect(dialog.getByRole("alert")).toContainText("p4twin.yaml:2:");
  await dialog.getByRole("button", { name: "Remove rules" }).click();
  await rules(
    "version: 1\nprograms: [{ file: ruled.p4 }]\nrules: { maxUs: { agilio-cx: 1 }, entries: forbid }\n",
  );
  await expect(page.getByRole("heading", { level: 1, name: "Rules of a file" })).toBeVisible();
  await expect(page.getByText("Rules: maxUs: agilio-cx 1 µs, entries: forbid")).toBeVisible();
  const findings = page.getByRole("table", { name: "Findings" });
  await expect(findings.getByRole("row").filter({ hasText: "maxUs" })).toContainText("fails");
});
