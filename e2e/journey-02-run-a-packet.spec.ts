import type { Page } from "@playwright/test";
import { mutate } from "./support/product.ts";
import { l3fwd, lineOf, openLibraryProgram, sourceOf } from "./support/programPage.ts";
import { settledUrl } from "./support/settledUrl.ts";
import { expect, test } from "./support/test.ts";

const ENTRIES = "table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 02:00:00:00:00:09 2";
const steps = (page: Page) => page.getByRole("listbox", { name: "Steps" });
const step = (page: Page, text: RegExp | string) => steps(page).getByRole("option").filter({ hasText: text });
const selected = (page: Page) => steps(page).getByRole("option", { selected: true });
const fields = (page: Page) => page.getByRole("table", { name: "Fields before and after" });
const packet = (page: Page) => page.getByRole("textbox", { name: "Packet", exact: true });
const entries = (page: Page) => page.getByRole("textbox", { name: /^Table entries/ });

async function openRun(page: Page, name: string): Promise<void> {
  await openLibraryProgram(page, name);
  await page.getByRole("link", { name: "Run a packet" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Run a packet" })).toBeVisible();
  await expect(step(page, "ParserImpl")).toBeVisible();
}

test("a packet is built by name, stepped through in the source, and leaves as the entry says", async ({
  page,
}) => {
  await openRun(page, "l3fwd_firewall.p4");
  // no entry: the default action drops, and the statement that does is named
  const out = page.getByRole("region", { name: "Packets out" }).or(page.getByText("by the statement in"));
  await expect(out.first()).toContainText("l3fwd_firewall.p4:");
  await page.getByRole("button", { name: "Show the cause" }).click();
  await expect(selected(page)).toContainText("mark_to_drop");

  await packet(page).fill("eth/ipv4(ttl=9,dst=10.1.2.3)/udp(dport=53)");
  await entries(page).fill(ENTRIES);
  const sent = page.getByRole("region", { name: "Packet out on port 2" });
  await expect(page.getByRole("region", { name: "What decided" })).toContainText(
    "hdr.ipv4.dst_addr=0x0a010203",
  );
  // MAC addresses as the action writes them, and one hop less
  await expect(sent).toContainText(/^.*020000000009020000000002/s);
  await step(page, "ipv4_lpm").click();
  await expect(selected(page)).toContainText("hit, IngressImpl.ipv4_forward");
  const about = page.locator("dl[aria-label='The step']");
  await expect(about).toContainText("0x0a010203");
  await expect(about).toContainText("10.0.0.0/8");
  await expect(about).toContainText("next_hop=0x020000000009, port=0x002");
  await expect(sourceOf(page, "l3fwd_firewall.p4").locator("[data-lit=focus]")).toContainText(
    "ipv4_lpm.apply();",
  );

  // arrow keys go on, into the action, to the field that it changes
  await steps(page).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown");
  await expect(selected(page)).toContainText("hdr.ipv4.ttl = 0x08");
  const ttl = fields(page).getByRole("row").filter({ hasText: "hdr.ipv4.ttl" });
  await expect(ttl).toContainText("changed");
  await expect(ttl).toContainText("0x09");
  await page.keyboard.press("ArrowUp");
  await expect(selected(page)).toContainText("hdr.ethernet.dst_addr");

  // all of it is in the address
  await settledUrl(page, /step=\d+/);
  await expect(page).toHaveURL(/#entries=/);
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(selected(page)).toContainText("hdr.ethernet.dst_addr");
  await expect(packet(page)).toHaveValue("eth/ipv4(ttl=9,dst=10.1.2.3)/udp(dport=53)");
  await expect(page.getByText(/µs.* on agilio-cx/).first()).toBeVisible();
});

test("mistakes name their place and the remedy", async ({ page }) => {
  await openRun(page, "l3fwd_firewall.p4");
  for (const [text, words] of [
    ["0a 0g", /1:5: "g" is not a hexadecimal digit/],
    ["0a0", /3 hexadecimal digits are not whole bytes/],
    ["eth/ivp4", /1:5: there is no header ivp4 \(did you mean "ipv4"\?\)/],
    ["eth/ipv4(hops=3)", /ipv4 has no field hops/],
  ] as const) {
    await packet(page).fill(text);
    await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  }
  await packet(page).fill("eth");
  await entries(page).fill("table_add ipv4_lpn drop 10.0.0.0/8 =>");
  await expect(page.getByRole("alert").filter({ hasText: "ipv4_lpn" })).toContainText("1:1");
  await entries(page).fill("");
  await expect(step(page, "ParserImpl")).toBeVisible();
});

test("a clone and each copy of a multicast group is a branch of its own; a program of another architecture says so", async ({
  page,
}) => {
  const cloned = l3fwd.replace(
    "        ipv4_lpm.apply();",
    "        clone(CloneType.I2E, 32w7);\n        ipv4_lpm.apply();",
  );
  const { id } = await mutate<{ id: string }>(page.request, "programs.create", {
    name: "cloned.p4",
    source: cloned,
  });
  await page.goto(`/programs/${id}/run#entries=${encodeURIComponent("mirroring_add 7 6")}`);
  await expect(page.getByRole("group", { name: "clone of session 7, the packet as it came" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Packet out on port 6" })).toBeVisible();
  await step(page, "clone").first().click();
  await expect(sourceOf(page, "cloned.p4").locator("[data-lit=focus]")).toContainText("clone(CloneType.I2E");
  expect(lineOf(cloned, "clone(")).toBeGreaterThan(1);

  const group = await mutate<{ id: string }>(page.request, "programs.create", {
    name: "group.p4",
    source: l3fwd.replace(
      "        ipv4_lpm.apply();",
      "        ipv4_lpm.apply();\n        standard_metadata.mcast_grp = 5;",
    ),
  });
  const nodes =
    "mc_mgrp_create 5\nmc_node_create 3 1 2\nmc_node_associate 5 0\nmc_node_create 4 2\nmc_node_associate 5 1";
  await page.goto(`/programs/${group.id}/run#entries=${encodeURIComponent(nodes)}`);
  for (const to of ["port 1, rid 3", "port 2, rid 3", "port 2, rid 4"]) {
    const copy = page.getByRole("group", { name: `copy of group 5 for ${to}`, exact: true });
    await expect(copy.getByRole("option").filter({ hasText: `leaves on ${to.split(",")[0]}` })).toBeVisible();
    await expect(
      page.getByRole("region", { name: /^Packet out on port/ }).filter({ hasText: to }),
    ).toBeVisible();
  }

  const other =
    "#include <core.p4>\n#include <sume_switch.p4>\nstruct H {}\nstruct U {}\nstruct D { bit<80> unused; }\nparser P(packet_in p, out H h, out U u, out D d, inout sume_metadata_t m) { state start { transition accept; } }\ncontrol I(inout H h, inout U u, inout D d, inout sume_metadata_t m) { apply { } }\ncontrol O(packet_out p, in H h, in U u, inout D d, inout sume_metadata_t m) { apply { } }\nSimpleSumeSwitch(P(), I(), O()) main;\n";
  const sume = await mutate<{ id: string }>(page.request, "programs.create", {
    name: "sume.p4",
    source: other,
  });
  await page.goto(`/programs/${sume.id}/run`);
  const refused = page.getByRole("alert").filter({ hasText: "This program cannot be run" });
  await expect(refused).toContainText("only programs for v1model");
});

test("time per step, the graph, and what a test set passes", async ({ page }) => {
  await openRun(page, "l3fwd_firewall.p4");
  await entries(page).fill(ENTRIES);
  await packet(page).fill("eth/ipv4(ttl=9,dst=10.1.2.3)/udp(dport=53)");
  await step(page, "ipv4_lpm").click();
  const about = page.locator("dl[aria-label='The step']");
  await expect(about).toContainText(/so far.*± .* µs since the packet came/);

  await page.getByRole("radio", { name: "Graph" }).click();
  // a node of the drawing leads to its step
  await page
    .getByRole("figure")
    .getByRole("button", { name: /hdr\.ipv4\.isValid/ })
    .click();
  await expect(selected(page)).toContainText("hdr.ipv4.isValid() is true");
  await expect(page).toHaveURL(/view=graph/);
  await page.getByRole("radio", { name: "Source" }).click();

  await page.getByRole("checkbox", { name: "A packet for each listed path" }).click();
  await expect(page.getByText(/^parser states: (\d+) of \1$/)).toBeVisible();
  await expect(page).toHaveURL(/every=true/);
  await expect(page.locator(".p4t-heat").first()).toBeVisible();
  await page.getByRole("checkbox", { name: "A packet for each listed path" }).click();
  await page.getByLabel("Choose tests (STF) or captures").setInputFiles({
    name: "one.stf",
    mimeType: "text/plain",
    buffer: Buffer.from("packet 0 00\nexpect 5 00\n"),
  });
  await expect(page.getByText("1 test failed or could not be made")).toBeVisible();
  await expect(page.locator("[data-missed]").first()).toBeVisible();
});

test("packets of a capture are sent", async ({ page }) => {
  await openRun(page, "l3fwd_firewall.p4");
  const arp = `${"ff".repeat(6)}0200000000010806${"00".repeat(28)}`;
  const header = "d4c3b2a1020004000000000000000000ffff000001000000";
  const length = `${(arp.length / 2).toString(16)}000000`;
  const form = page.locator("section").filter({ has: packet(page) });
  await form.getByLabel("Choose a capture", { exact: true }).setInputFiles({
    name: "one.pcap",
    mimeType: "application/vnd.tcpdump.pcap",
    buffer: Buffer.from(`${header}${"00".repeat(8)}${length}${length}${arp}`, "hex"),
  });
  await expect(page.getByRole("combobox", { name: "Packets of one.pcap" })).toContainText("1: 42 bytes");
  await expect(packet(page)).toHaveValue(arp);
  await expect(step(page, "hdr.ipv4.isValid() is false").first()).toBeVisible();
});

test("what a selector could have chosen stands below its step", async ({ page }) => {
  const selected = l3fwd
    .replace(
      "    table ipv4_lpm {",
      "    action_selector(HashAlgorithm.crc16, 32w16, 32w14) as;\n    table ipv4_lpm {",
    )
    .replace(/hdr\.ipv4\.dst_addr\s*:\s*lpm;/, "hdr.ipv4.dst_addr : lpm; hdr.ipv4.src_addr : selector;")
    .replace(/(table ipv4_lpm \{[^}]*\}[^}]*\})/, "$1 implementation = as;");
  const { id } = await mutate<{ id: string }>(page.request, "programs.create", {
    name: "selected.p4",
    source: selected,
  });
  const commands = [
    "act_prof_create_member as ipv4_forward 02:00:00:00:00:01 1",
    "act_prof_create_member as ipv4_forward 02:00:00:00:00:02 2",
    "act_prof_create_group as",
    "act_prof_add_member_to_group as 0 0",
    "act_prof_add_member_to_group as 1 0",
    "table_indirect_add_with_group ipv4_lpm 10.0.0.0/8 => 0",
  ];
  await page.goto(
    `/programs/${id}/run?packet=eth%2Fipv4(dst%3D10.0.0.1)#entries=${encodeURIComponent(commands.join("\n"))}`,
  );
  await step(page, "ipv4_lpm").first().click();
  await expect(page.locator("dl[aria-label='The step']")).toContainText(
    /[12] of 2, by the hash of the selector keys/,
  );
});
