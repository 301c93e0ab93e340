import type { Page } from "@playwright/test";
import { dropFiles } from "./support/dropFiles.ts";
import { generatedProgram } from "./support/generatedProgram.ts";
import { mutate } from "./support/product.ts";
import {
  l3fwd,
  lineOf,
  litLines,
  openLibraryProgram,
  pathRow,
  pathRows,
  sourceOf,
  upload,
} from "./support/programPage.ts";
import { settledUrl } from "./support/settledUrl.ts";
import { expect, test } from "./support/test.ts";

const outline = (page: Page) => page.getByRole("navigation", { name: "Outline" });
const lineIs = (line: number) => new RegExp(`at=${line}(%3A|:)\\d+`);

test("the outline goes to a declaration and follows the cursor", async ({ page }) => {
  await openLibraryProgram(page, "l3fwd.p4");
  await outline(page).getByRole("button", { name: "ipv4_lpm table" }).click();
  await expect(page).toHaveURL(lineIs(lineOf(l3fwd, "table ipv4_lpm")));
  await expect(sourceOf(page, "l3fwd.p4")).toBeFocused();
  await expect(outline(page).getByRole("button", { name: "ipv4_lpm table" })).toHaveAttribute(
    "aria-current",
    "location",
  );
  await sourceOf(page, "l3fwd.p4").getByText("action drop()").click();
  await expect(outline(page).getByRole("button", { name: "drop action" })).toHaveAttribute(
    "aria-current",
    "location",
  );
});

test("a name tells its type, width and cost, its definition and its uses", async ({ page }) => {
  await openLibraryProgram(page, "l3fwd.p4");
  const source = sourceOf(page, "l3fwd.p4");
  await outline(page).getByRole("button", { name: "parse_ipv4 state" }).click();
  await source.getByText("packet.extract(hdr.ipv4);").hover({ position: { x: 120, y: 8 } });
  const hover = page.getByText("parse: 1 ×");
  await expect(hover).toBeVisible();
  await expect(hover).toContainText("on agilio-cx");

  // F12 at the use of a type, and Back to where one was
  await outline(page)
    .getByRole("button", { name: /^headers_t/ })
    .click();
  await source.getByText("ipv4_t ipv4;").click({ position: { x: 45, y: 8 } });
  await page.keyboard.press("F12");
  await expect(page).toHaveURL(lineIs(lineOf(l3fwd, "header ipv4_t")));
  await page.goBack();
  await expect(page).toHaveURL(lineIs(lineOf(l3fwd, "struct headers_t")));

  // into a file that comes with the compiler
  await source.getByText("ipv4_t ipv4;").click({ position: { x: 45, y: 8 } });
  await page.keyboard.press("Shift+F12");
  await expect(page.getByRole("region", { name: "Uses of ipv4_t" })).toContainText("is named 2 times");
  await outline(page)
    .getByRole("button", { name: /^ParserImpl/ })
    .click();
  await source.getByText("parser ParserImpl(packet_in packet,").click({ position: { x: 165, y: 8 } });
  await page.keyboard.press("F12");
  await expect(sourceOf(page, "core.p4")).toBeVisible();
  await page.getByRole("navigation", { name: "Files" }).getByRole("button", { name: "l3fwd.p4" }).click();
  await expect(source).toBeVisible();
});

test("mistakes keep the last good analysis, marked as such", async ({ page }) => {
  await openLibraryProgram(page, "l3fwd.p4");
  const source = sourceOf(page, "l3fwd.p4");
  await outline(page).getByRole("button", { name: "start state" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" nonsense");
  const stale = page.getByText("graph, paths and latencies are from before them");
  await expect(stale).toBeVisible();
  await expect(page.getByRole("list", { name: "Problems" })).toBeVisible();
  await expect(pathRow(page, "p1")).toContainText("8.56");
  await pathRow(page, "p1").click();
  await expect(litLines(page, "l3fwd.p4").filter({ hasText: "packet.extract(hdr.ipv4)" })).toHaveCount(1);
  await source.getByText("nonsense").click();
  await page.keyboard.press("End");
  for (const _letter of " nonsense") await page.keyboard.press("Backspace");
  await expect(stale).toHaveCount(0);
});

test("paths are filtered by outcome, table, action and latency, and the address keeps it", async ({
  page,
}) => {
  await openLibraryProgram(page, "l3fwd_firewall.p4");
  const total = await pathRows(page).count();
  const filters = page.getByRole("search", { name: "Narrow the paths" });
  const choose = async (name: string, option: string) => {
    await filters.getByRole("combobox", { name, exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await filters.getByRole("radio", { name: "drop" }).click();
  await settledUrl(page, /outcome=drop/);
  await expect(
    pathRows(page).filter({ hasText: "forward" }).filter({ hasText: "ipv4_lpm: drop" }),
  ).toHaveCount(0);
  await page.goBack();
  await expect(pathRows(page)).toHaveCount(total);

  await choose("Table", "udp_firewall");
  await choose("Action", "drop");
  await expect(pathRows(page)).toHaveCount(
    await pathRows(page).filter({ hasText: "udp_firewall: drop" }).count(),
  );
  expect(await pathRows(page).count()).toBeLessThan(total);
  await filters.getByRole("button", { name: "Clear" }).click();
  await expect(pathRows(page)).toHaveCount(total);

  // Table 5.5 of Harkous 2022 has 9.04 us for the longest path on the Agilio CX
  await filters.getByRole("spinbutton", { name: "Latency on agilio-cx from" }).fill("9");
  await page.keyboard.press("Tab");
  await expect(pathRow(page, "p7")).toHaveCount(0);
  await expect(pathRows(page).first()).toContainText("9.04");
  await settledUrl(page, /from=9/);
  await page.reload();
  await expect(pathRows(page).first()).toContainText("9.04");
  await expect(pathRow(page, "p7")).toHaveCount(0);
});

test("two programs are compared path by path, with latency and lines", async ({ page }) => {
  await openLibraryProgram(page, "l3fwd.p4");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "l3fwd_firewall.p4" }).click();
  const compared = page.getByRole("table", { name: "Compared paths" });
  await expect(compared.getByRole("row").filter({ hasText: "removed" }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Changes of l3fwd.p4" })).toContainText("header udp_t {");
  await page.getByRole("radio", { name: "all", exact: true }).first().click();
  await expect(compared.getByRole("row").filter({ hasText: "same" }).first()).toContainText("→");
  await settledUrl(page, /compared=all/);
  await page.reload();
  await expect(compared).toBeVisible();
  await page.getByRole("button", { name: "Close comparison" }).click();
  await expect(compared).toHaveCount(0);
});

test("two versions are compared while one edits", async ({ page }) => {
  await upload(page, [{ name: "edited.p4", text: l3fwd }]);
  await expect(pathRow(page, "p1")).toContainText("2 2 0 0 0 1");
  await outline(page).getByRole("button", { name: "ipv4_forward action" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" hdr.ethernet.ether_type = 0; hdr.ipv4.setInvalid();");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Version 1, as stored" }).click();
  const changed = page
    .getByRole("table", { name: "Compared paths" })
    .getByRole("row")
    .filter({ hasText: "changed" });
  await expect(changed).toContainText("remove +1");
  await expect(page.getByRole("region", { name: "Changes of edited.p4" })).toContainText("setInvalid");
});

test("included files, macros and table contents come with the program", async ({ page }) => {
  const split = l3fwd.indexOf("parser ParserImpl");
  const head = l3fwd.slice(0, split);
  const main = `#include "inc/headers.p4"\n${l3fwd.slice(split)}`.replace(
    "        ipv4_lpm.apply();",
    "#ifdef ROUTED\n        ipv4_lpm.apply();\n#endif",
  );
  expect(main).toContain("#ifdef ROUTED");
  await upload(page, [{ name: "parts.p4", text: main }]);
  await expect(page.getByText("inc/headers.p4 is included and not here")).toBeVisible();
  await page.getByRole("button", { name: "Add files" }).click();
  await dropFiles(page.getByRole("button", { name: /^Drop included files here/ }), [
    { name: "headers.p4", text: head },
    { name: "s1-commands.txt", text: "table_set_default ipv4_lpm drop\n" },
  ]);
  await expect(pathRow(page, "p1")).toBeVisible();
  await expect(page.getByText("is included and not here")).toHaveCount(0);
  await expect(pathRows(page).filter({ hasText: "ipv4_lpm" })).toHaveCount(0);

  const inputs = page.getByRole("textbox", { name: "Macros" });
  await inputs.fill("8BAD");
  await expect(page.getByText('"8BAD" is not a macro')).toBeVisible();
  await inputs.fill("ROUTED");
  await page.keyboard.press("Enter");
  await expect(pathRows(page).filter({ hasText: "ipv4_lpm: ipv4_forward" })).toHaveCount(1);
  await page.getByRole("combobox", { name: "Table contents" }).click();
  await page.getByRole("option", { name: "s1-commands.txt" }).click();
  await expect(pathRows(page).filter({ hasText: "ipv4_lpm: ipv4_forward" })).toHaveCount(0);
  await expect(pathRows(page).filter({ hasText: "ipv4_lpm: drop" })).not.toHaveCount(0);

  // all of it is stored with the version, or stands in the address
  await page.getByRole("button", { name: "Save as new version" }).click();
  await expect(page.getByText("version 2", { exact: true })).toBeVisible();
  await page.reload();
  await expect(pathRows(page).filter({ hasText: "ipv4_lpm: drop" })).not.toHaveCount(0);
  await page
    .getByRole("navigation", { name: "Files" })
    .getByRole("button", { name: "inc/headers.p4" })
    .click();
  await expect(sourceOf(page, "inc/headers.p4")).toContainText("header ethernet_t");
});

test("more paths than can be listed keep exact bounds and name both ends", async ({ page }) => {
  const name = "many-paths.p4";
  const source = generatedProgram(400, "every");
  const { id } = await mutate<{ id: string }>(page.request, "programs.create", { name, source });
  await page.goto(`/programs/${id}`);
  const ends = page.getByRole("region", { name: "Fastest and slowest of all paths on agilio-cx" });
  await expect(ends).toContainText("All 65,534 paths");
  await expect(page.getByText("Counts over all paths: parse 1")).toBeVisible();
  await expect(page.getByRole("table", { name: "Feasible paths" })).toHaveAttribute("aria-rowcount", "2001");
  expect(await pathRows(page).count()).toBeLessThan(200);

  // the fastest are the last in the program's order, so they are not among those that are listed
  const fastest = ends.getByRole("button").first();
  await expect(fastest).toContainText("p65534");
  await fastest.click();
  await expect(page).toHaveURL(/path=p65534/);
  await expect(page.getByRole("img", { name: /^Latency of p65534 per device/ })).toBeVisible();
  await expect(litLines(page, name).filter({ hasText: "packet.extract(hdr.part0)" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^state, parse_part0.*on the selected path/ })).toBeVisible();
});
