import { join } from "node:path";
import type { Page } from "@playwright/test";
import { dropFiles } from "./support/dropFiles.ts";
import { expect, test } from "./support/test.ts";

const FOLDER = join("test-results", "pages");

/** Whether all of a graph is inside its frame. */
async function isWhole(page: Page, label: string) {
  const graph = page.locator("svg").filter({ has: page.locator("title", { hasText: `${label}: ` }) });
  const excess = () =>
    graph.evaluate((svg) => {
      const frame = svg.getBoundingClientRect();
      const drawn = svg.querySelector(":scope > g")?.getBoundingClientRect() ?? new DOMRect();
      const [sides, ends] = [frame.right - drawn.right, frame.bottom - drawn.bottom];
      const least = Math.min(drawn.left - frame.left, drawn.top - frame.top, sides, ends);
      return { isDrawn: drawn.width > 0, isCut: least < -1 };
    });
  await expect.poll(excess, { message: label }).toEqual({ isDrawn: true, isCut: false });
}

test("a chain becomes one function: graphs, classes, cycles, and a P4 program that opens", async ({
  page,
}) => {
  await page.goto("/servers");
  await expect(page.getByRole("heading", { level: 1, name: "Servers" })).toBeVisible();
  await page.getByRole("combobox", { name: "Example of the library" }).click();
  await page.getByRole("option", { name: "NAPT, firewall, load balancer (thesis Sec. 7.3)" }).click();
  // thesis Sec. 7.3: 18 operations and 2014 cycles become 5 and 695
  await expect(page.getByText("18 → 5").first()).toBeVisible();
  await expect(page.getByText("2014 → 695").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Traffic classes of the chain" })).toBeVisible();
  await expect(page).toHaveURL(/chain=thesis-example/);
  await isWhole(page, "The chain before");
  await isWhole(page, "The chain after");
  await page.getByLabel("Load", { exact: true }).fill("10");
  await page.keyboard.press("Tab");
  await expect(page.getByText(/^10 Gbps: the chain .* cores?, one function .*\.$/)).toBeVisible();
  await expect(page).toHaveURL(/gbps=10/);
  await page.getByRole("combobox", { name: "Target of the output" }).click();
  await page.getByRole("option", { name: "P4 program", exact: true }).click();
  await expect(page.getByLabel("P4 program", { exact: true })).toContainText("tcu_classify");
  // a class is followed from its filters to the rules that are printed for it
  await page.getByRole("table", { name: "Traffic classes of the chain" }).getByRole("row").nth(2).click();
  await expect(page).toHaveURL(/class=1/);
  for (const [target, rule] of [
    ["Click configuration", "// class 1"],
    ["OpenFlow rules", "cookie=0x100000001"],
    ["Entries of the P4 program", "=> 1 "],
  ] as const) {
    await page.getByRole("combobox", { name: "Target of the output" }).click();
    await page.getByRole("option", { name: target, exact: true }).click();
    await expect(page.getByRole("region", { name: "Rules of class 1" })).toContainText(rule);
    if (target !== "Click configuration") continue;
    // what Click does with a flow that is known lies beyond the classes, and has its own rules
    await page.getByRole("combobox", { name: "Known flow at another input" }).click();
    await page.getByRole("option", { name: "known 1", exact: true }).click();
    await expect(page.getByRole("region", { name: "Rules of known 1" })).toContainText("// known 1");
  }
  await page.getByRole("combobox", { name: "Target of the output" }).click();
  await page.getByRole("option", { name: "P4 program", exact: true }).click();
  for (const [name, scheme, width] of [
    ["synthesise-light", "light", 1280],
    ["synthesise-dark", "dark", 1280],
    ["synthesise-narrow", "light", 420],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Open as program" }).click();
  await expect(page).toHaveURL(/\/programs\//);
  await expect(page.getByRole("heading", { level: 1, name: /synthesised/ })).toBeVisible();
});

test("profile and deployment begin with an example", async ({ page }) => {
  await page.goto("/servers?tab=profile");
  await expect(page.getByText(/^Bottleneck: /)).toBeVisible();
  await page.getByRole("tab", { name: "Deploy" }).click();
  await expect(page.getByRole("slider", { name: "Time of the simulation" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Parts of the chain" })).toContainText("isp-offloaded");
});

test("8,550 rules are synthesised in the browser with progress, and can be cancelled", async ({ page }) => {
  await page.goto("/servers?chain=isp-8550");
  await expect(page.getByText(/filters (found|left)/)).toBeVisible();
  await page.getByRole("button", { name: /Cancel/ }).click();
  await expect(page.getByText(/filters (found|left)/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("table", { name: "Traffic classes of the chain" })).toBeVisible();
});

test("a Click configuration that cannot be read is told with its place", async ({ page }) => {
  await page.goto("/servers");
  await dropFiles(page.getByRole("button", { name: /^Drop a chain here/ }), [
    { name: "bad.click", text: "FromDevice(in) -> Nonsense(" },
  ]);
  await expect(page.getByText("This chain cannot be synthesised")).toBeVisible();
  await expect(page.getByRole("list", { name: "Problems" })).toContainText("1:");
});

test("counters show where the latency goes, the bottleneck and commands; others are refused in words", async ({
  page,
}) => {
  await page.goto("/servers?tab=profile&counters=router-user");
  await expect(page.getByText(/^Bottleneck: /)).toBeVisible();
  await expect(page.getByText("Where the latency goes")).toBeVisible();
  await expect(page.getByText("Latency by counters")).toBeVisible();
  await page.screenshot({ path: join(FOLDER, "profile-light.png"), fullPage: true });
  await dropFiles(page.getByRole("button", { name: /^Drop counters here/ }), [
    { name: "a.csv", text: "nothing here" },
  ]);
  await expect(page.getByText("These counters cannot be used")).toBeVisible();
});

test("throughput and latency against cores stand beside the published values", async ({ page }) => {
  await page.goto("/servers?tab=scale");
  await expect(page.getByRole("table", { name: "Throughput and latency against cores" })).toBeVisible();
  await expect(page.getByText("Calibration anchors")).toBeVisible();
  await page.goto("/servers?tab=scale&workload=firewall-40g&gbps=40");
  // thesis Fig. 8.4: tags, RSS, a dispatcher
  await expect(
    page.getByText(/^40 Gbps: .* from 1 cores?; .* from 9 cores; .* from 11 cores\.$/),
  ).toBeVisible();
  await page.screenshot({ path: join(FOLDER, "scale-light.png"), fullPage: true });
  // an address that names no workload shows the first
  await page.goto("/servers?tab=scale&workload=nothing");
  await expect(page.getByRole("table", { name: "Throughput and latency against cores" })).toBeVisible();
});

test("a deployment is played on a slider; a file that is none is refused", async ({ page }) => {
  await page.goto("/servers?tab=deploy&deploy=isp");
  const slider = page.getByRole("slider", { name: "Time of the simulation" });
  await expect(slider).toBeVisible();
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(/at=0/);
  await expect(page.getByRole("list", { name: "Load of the cores" })).toBeVisible();
  await page.getByRole("table", { name: "Groups of traffic classes" }).getByRole("row").nth(2).click();
  await expect(page.getByText(/^\d+ rules of class \d+ on s1 \(openflow\)/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Rules of s1" })).toContainText("cookie=0x1");
  await page.keyboard.press("End");
  await expect(page.getByRole("table", { name: "Events of the deployment" })).toBeVisible();
  await page.screenshot({ path: join(FOLDER, "deploy-light.png"), fullPage: true });
  await dropFiles(page.getByRole("button", { name: /^Drop an offload file here/ }), [
    { name: "bad.yaml", text: "version: 1\n" },
  ]);
  await expect(page.getByText("This chain cannot be deployed")).toBeVisible();
});

test("the parts of a placed chain are stored as functions of a chain, to be placed in a cloud", async ({
  page,
}) => {
  await page.goto("/servers?tab=deploy&deploy=isp");
  const parts = page.getByRole("table", { name: "Parts of the chain" });
  await expect(parts).toContainText("isp-offloaded");
  await expect(parts).toContainText("isp-server");
  await page.getByLabel("Load", { exact: true }).fill("5");
  await page.getByRole("button", { name: "Store as chain" }).click();
  await expect(page).toHaveURL(/\/chains\//);
  await expect(page.getByText("isp-offloaded").first()).toBeVisible();
});
