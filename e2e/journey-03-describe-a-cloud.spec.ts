import type { Locator, Page } from "@playwright/test";
import { dropFiles } from "./support/dropFiles.ts";
import { followTo } from "./support/follow.ts";
import { expect, test } from "./support/test.ts";

/** As p4lang's tutorials write it; own addresses. */
const MININET = JSON.stringify({
  hosts: { h1: { ip: "10.0.1.1/24" }, h2: { ip: "10.0.2.2/24" } },
  switches: { s1: { runtime_json: "s1-runtime.json" }, s2: {} },
  links: [
    ["h1", "s1-p1"],
    ["h2", "s2-p1", "5ms", 100],
    ["s1-p2", "s2-p2", "250us", 1000],
  ],
});

const CONTAINERLAB = `name: leaf-spine
topology:
  groups:
    leaf: { image: "p4lang/behavioral-model:latest", kind: linux }
  nodes:
    spine: { kind: nokia_srlinux }
    leaf1: { group: leaf }
    leaf2: { group: leaf }
  links:
    - endpoints: ["leaf1:eth1", "spine:e1-1"]
    - endpoints: ["leaf2:eth1", "spine:e1-2"]
`;

/** Zurich and Munich are 242 km apart: 1210 us at 5 us a km. */
const GRAPHML = `<graphml><graph edgedefault="undirected">
  <node id="0"><data key="label">Zurich</data><data key="Latitude">47.3769</data><data key="Longitude">8.5417</data></node>
  <node id="1"><data key="label">Munich</data><data key="Latitude">48.1374</data><data key="Longitude">11.5755</data></node>
  <edge source="0" target="1"><data key="LinkSpeedRaw">10000000000</data></edge>
</graph></graphml>`;

const drop = (page: Page): Locator => page.getByRole("button", { name: /^Drop a topology here/ });
const problems = (page: Page): Locator => page.getByRole("list", { name: "Problems" }).getByRole("listitem");
const storeCloud = (page: Page): Locator => page.getByRole("button", { name: "Store cloud" });
const canvasNode = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("group", { name: "Canvas" }).getByRole("group", { name });

test("a Mininet topology is read, gets profiles and is stored as version 1", async ({ page }) => {
  await page.goto("/clouds/new");
  await dropFiles(drop(page), [{ name: "pod.json", text: MININET }]);

  await expect(page.getByText("pod.json was read as Mininet / P4 tutorial topology.json.")).toBeVisible();
  const notes = page.getByRole("list", { name: "What the import did not keep or supposed" });
  await expect(notes).toContainText('"ip" of 2 hosts is not kept');
  await expect(notes).toContainText("1 link without a rate: taken as 10 Gbps");
  await expect(page.getByText("4 nodes, 2 of them programmable, 3 links")).toBeVisible();
  await expect(canvasNode(page, /^device, s1/)).toBeVisible();

  await page.getByRole("combobox", { name: "Profile for all of them" }).click();
  await page.getByRole("option", { name: /^npu/ }).click();
  await expect(page.getByText(/2 devices without a profile/)).toHaveCount(0);
  await storeCloud(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "pod" })).toBeVisible();
  await expect(page.getByText("version 1", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: /^Links/ }).click();
  const link = page.getByRole("table", { name: "Links" }).getByRole("row").filter({ hasText: "h2" });
  await expect(link).toContainText("0.1");
  await expect(link).toContainText("5,000");
});

test("containerlab and GraphML are read too; a delay from a distance is marked as derived", async ({
  page,
}) => {
  await page.goto("/clouds/new");
  await dropFiles(drop(page), [{ name: "lab.clab.yml", text: CONTAINERLAB }]);
  await expect(page.getByText("lab.clab.yml was read as containerlab.")).toBeVisible();
  await expect(page.getByText("3 nodes, 2 of them programmable, 2 links")).toBeVisible();

  await dropFiles(drop(page), [{ name: "zoo.graphml", text: GRAPHML }]);
  await expect(page.getByText("zoo.graphml was read as GraphML.")).toBeVisible();
  await page.getByRole("tab", { name: /^Links/ }).click();
  const row = page.getByRole("table", { name: "Links" }).getByRole("row").filter({ hasText: "Zurich" });
  await expect(row).toContainText("derived");
  await expect(row).toContainText("1,210");
});

test("malformed files are refused in words, with line and column", async ({ page }) => {
  await page.goto("/clouds/new");
  const cases: [name: string, text: string, words: (string | RegExp)[]][] = [
    [
      "ends.json",
      '{"hosts":{"h1":{}},"switches":{"s1":{},"s2":{}},\n"links":[["h1","s1-p1"],["s1-p1","s2-p1"],["s2-p2","s9-p1"]]}',
      ['port 1 of "s1" is already used', 'its end is "s9", and there is no such node'],
    ],
    ["cut.json", '{"hosts": {"h1": {}}, "links": [', ["must be valid JSON or YAML"]],
    [
      "bomb.graphml",
      '<!DOCTYPE g [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><graphml><graph><node id="&b;"/></graph></graphml>',
      ["declares a document type or entities, which are not read"],
    ],
    ["open.graphml", "<graphml><graph><node id='a'></graph></graphml>", ["must be well-formed XML"]],
  ];
  for (const [name, text, words] of cases) {
    await dropFiles(drop(page), [{ name, text }]);
    await expect(problems(page)).toHaveCount(words.length);
    for (const each of words) await expect(problems(page).filter({ hasText: each })).toHaveCount(1);
    await expect(
      problems(page)
        .first()
        .getByRole("button", { name: /^Show line \d+, column \d+$/ }),
    ).toBeVisible();
    await expect(storeCloud(page)).toBeDisabled();
  }
});

test("a cloud is drawn by mouse and keys, undone and redone, and its text follows", async ({ page }) => {
  await page.goto("/clouds/new");
  const editor = page.getByRole("region", { name: /^Drawing of/ });
  await expect(canvasNode(page, /^device, tor1/)).toBeVisible();

  await page.getByRole("button", { name: "Add host" }).click();
  await expect(canvasNode(page, /^host, host1/)).toBeVisible();
  await expect(page.getByText("Node host1 has no link.")).toBeVisible();

  // Ctrl adds to the selection; the first that was selected is what the others are linked to
  await canvasNode(page, /^device, tor1/).click();
  await canvasNode(page, /^host, host1/).click({ modifiers: ["Control"] });
  await page.keyboard.press("l");
  await expect(page.getByText("3 nodes, 2 of them programmable, 2 links")).toBeVisible();
  await expect(page.getByText("Node host1 has no link.")).toHaveCount(0);
  const capacity = page.getByRole("spinbutton", { name: "Capacity, each way" });
  await capacity.fill("40");
  await page.getByRole("spinbutton", { name: "Propagation delay" }).fill("2.5");

  // Enter on a node leads to its properties
  await canvasNode(page, /^host, host1/).focus();
  await page.keyboard.press("Enter");
  const id = page.getByRole("textbox", { name: "Id" });
  await expect(id).toBeFocused();
  await id.fill("client one");
  await expect(
    page.getByRole("alert").filter({ hasText: "an id starts with a letter or digit" }),
  ).toBeVisible();
  await id.fill("client");
  await id.press("Enter");
  await expect(canvasNode(page, /^host, client/)).toBeVisible();

  await canvasNode(page, /^host, client/).focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText("2 nodes, 2 of them programmable, 1 link", { exact: false })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(canvasNode(page, /^host, client/)).toBeVisible();
  await editor.getByRole("button", { name: "Redo" }).click();
  await expect(canvasNode(page, /^host, client/)).toHaveCount(0);
  await editor.getByRole("button", { name: "Undo" }).click();

  const text = page.getByRole("textbox", { name: "Topology as JSON or YAML" });
  await expect(text).toContainText('"gbps":40,"delayUs":2.5');
  const name = page.getByRole("textbox", { name: "Name of the cloud" });
  await name.fill("drawn cloud");
  await name.press("Enter");
  await expect(text).toContainText('"name": "drawn cloud"');

  await storeCloud(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "drawn cloud" })).toBeVisible();
  await expect(page.getByText("3 nodes, 2 of them programmable, 2 links")).toBeVisible();
});

test("a change is a new version, and leaving with unsaved changes is asked about", async ({ page }) => {
  await page.goto("/clouds");
  await page.getByRole("link", { name: "drawn cloud" }).click();
  await page.getByRole("button", { name: "Edit drawing" }).click();
  await page.getByRole("button", { name: "Add switch" }).click();
  await expect(page.getByText("unsaved changes")).toBeVisible();

  await page.getByRole("link", { name: "Chains", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(/\/clouds\//);

  await page.getByRole("button", { name: "Save as new version" }).click();
  await expect(page.getByText("version 2", { exact: true })).toBeVisible();
  await expect(page.getByText("4 nodes, 2 of them programmable, 2 links")).toBeVisible();
});

test("a large fat tree is drawn in clusters that open", async ({ page }) => {
  await page.goto("/clouds/new?from=fat-tree");
  const form = page.getByRole("form", { name: "Fat tree" });
  await form.getByRole("spinbutton", { name: "Racks" }).fill("60");
  await form.getByRole("spinbutton", { name: "Servers per rack" }).fill("16");
  await form.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByText("1981 nodes in 60 clusters; click one to open it.")).toBeVisible();
  const rack = page.getByRole("button", { name: /^cluster, rack7, 33 nodes/ });
  await rack.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^device, rack7-server1,/ })).toBeVisible();
  await page.getByRole("button", { name: "Close all clusters" }).click();
  await expect(rack).toBeVisible();
});

test("a device profile is fitted from pasted measurements and given to a node", async ({ page }) => {
  await page.goto("/devices");
  await page.getByRole("link", { name: "Fit from measurements" }).click();
  const table = page.getByRole("textbox", { name: "Measurements as a table" });

  await table.fill("parse,latencyUs\n1,7.45\n2,fast\n");
  await expect(problems(page)).toContainText('"fast" is not a number above 0');
  await expect(problems(page).getByRole("button", { name: "Show line 3, column 3" })).toBeVisible();

  // base 7.45 and 0.11 a header, as the Agilio CX (Harkous 2022, Eq. 4.5), with a hundredth of noise
  await table.fill("parse,latencyUs\n1,7.46\n2,7.55\n3,7.68\n4,7.77\n5,7.90\n");
  const coefficient = (name: string) =>
    page
      .getByRole("table", { name: "Coefficients" })
      .getByRole("row")
      .filter({ has: page.getByRole("cell", { name, exact: true }) });
  await expect(coefficient("parse")).toContainText("0.11");
  await expect(coefficient("parse")).toContainText("fitted");
  await expect(coefficient("add")).toContainText("cannot be seen");
  await expect(coefficient("add")).toContainText("carried over");
  await expect(
    page.getByRole("figure").filter({ has: page.getByRole("img", { name: /^Residuals of 5/ }) }),
  ).toBeVisible();

  const form = page.getByRole("form", { name: "Fitted profile" });
  await form.getByLabel("Name").fill("Lab NIC");
  await form.getByLabel("Where the measurements come from").fill("journey 3");
  await form.getByRole("button", { name: "Store profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lab NIC" })).toBeVisible();
  await expect(page.getByText(/95 % interval/).first()).toBeVisible();

  await followTo(page, "/clouds/new");
  await expect(page.getByRole("button", { name: "Add device lab-nic" })).toBeVisible();
});
