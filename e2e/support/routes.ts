import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { goTo } from "./follow.ts";
import { ask } from "./product.ts";

/** What pages say while they wait. */
const LOADING = /^(Loading|Placing the chain|Drawing the|Listing the|Analysing in|Looking at what arrived)/;

type Listed = { id: string; name: string; latest: { id: string } };

export type Looked = [name: string, path: string, computed?: string];

/** A page of each kind: its name and path, and what stands on it once the browser has computed it. */
export async function pagesOf(request: APIRequestContext): Promise<Looked[]> {
  const newest = async (procedure: string, name: string) => {
    const list = await ask<Listed[]>(request, procedure);
    const found = list.find((object) => object.name === name);
    expect(found, `${procedure} holds ${name}`).toBeDefined();
    return found?.latest?.id ?? found?.id ?? "";
  };
  const rack = await newest("scenarios.list", "Chains A, B and C on one rack");
  const [report] = await ask<{ id: string }[]>(request, "reports.list");
  return [
    ["overview", "/"],
    ["twins", "/twin"],
    ["twin", `/twin/${await newest("deployments.list", "Web edge")}`],
    ["refit", `/twin/${await newest("deployments.list", "Web edge")}/refit`],
    ["replay", `/twin/${await newest("deployments.list", "Web edge")}/replay`],
    ["branches", "/twin/branches"],
    ["bindings", `/deployments/${await newest("deployments.list", "Web edge")}`],
    ["bind", "/deployments/new"],
    ["programs", "/programs"],
    ["program", `/programs/${await newest("programs.list", "l3fwd_firewall.p4")}`],
    ["run", `/programs/${await newest("programs.list", "l3fwd_firewall.p4")}/run`, "Packets out"],
    ["clouds", "/clouds"],
    ["cloud", `/clouds/${await newest("topologies.list", "Small cloud")}`],
    ["cloud-new", "/clouds/new?from=fat-tree"],
    ["devices", "/devices"],
    ["device", "/devices/agilio-cx"],
    ["fit", "/devices/fit"],
    ["chains", "/chains"],
    ["chain", `/chains/${await newest("chains.list", "Web edge")}`],
    ["chain-new", "/chains/new"],
    ["scenarios", "/scenarios"],
    ["scenario-new", "/scenarios/new"],
    ["scenario-edit", `/scenarios/${rack}/edit`],
    ["compare", "/scenarios/compare"],
    ["scenario", `/scenarios/${rack}`, "Engines side by side"],
    ["what-if", `/scenarios/${rack}?view=what-if`, "Broken constraints"],
    ["failures", `/scenarios/${rack}?view=failures`, "Look at every failure"],
    ["trade-off", `/scenarios/${rack}?view=trade-off`, "Find trade-offs"],
    ["plan", "/scenarios/plan"],
    ["tuner", "/tuner"],
    ["latency-control", "/examples/latency-control"],
    ["study", "/examples/study"],
    ["servers", "/servers"],
    ["servers-synthesise", "/servers?chain=isp", "Traffic classes"],
    ["servers-profile", "/servers?tab=profile"],
    ["servers-scale", "/servers?tab=scale", "Predicted and published"],
    ["servers-deploy", "/servers?tab=deploy&deploy=isp", "Store as chain"],
    ["telemetry", "/telemetry"],
    ["system", "/system"],
    ["captures", "/telemetry/captures"],
    ["paths", "/telemetry/paths"],
    ["nodes", "/telemetry/nodes"],
    ["switches", "/switches"],
    ["reviews", "/reviews"],
    ["explore", "/telemetry/explore"],
    ["map", "/telemetry/map"],
    ["events", "/events"],
    ["reports", "/reports"],
    ["report-new", "/reports/new"],
    ...(report ? ([["report", `/reports/${report.id}`]] as Looked[]) : []),
    ["engines", "/engines"],
    ["engine-new", "/engines/new"],
    ["settings", "/settings"],
    ["people", "/settings?tab=people"],
    ["docs", "/docs"],
    ["doc", "/docs/architecture"],
    ["components", "/components"],
  ];
}

/** Opens a page by its address, and waits until React has taken it over and its data are there. */
export async function openByAddress(page: Page, [name, path]: Looked): Promise<void> {
  await page.goto(path);
  await holdsItsData(page, [name, path]);
  const heading = page.getByRole("heading", { level: 1 });
  const isTakenOver = () =>
    heading.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactFiber")));
  await expect.poll(isTakenOver, name).toBe(true);
}

/**
 * Opens a page and waits until it holds what it shows: the first by its address, the others as somebody gets there who
 * follows links, with everything that the browser has compiled.
 */
export async function openPage(page: Page, looked: Looked): Promise<void> {
  await goTo(page, looked[1]);
  await holdsItsData(page, looked);
}

async function holdsItsData(page: Page, [name, , computed]: Looked): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }), name).toHaveCount(1);
  const main = page.getByRole("main");
  // the gallery shows what waiting and failing look like
  if (name !== "components") {
    await expect(main.getByRole("status").filter({ hasText: LOADING }), name).toHaveCount(0);
    await expect(main.getByText(LOADING), name).toHaveCount(0);
  }
  if (computed) await expect(main.getByText(computed).first(), name).toBeVisible();
  if (name !== "components")
    await expect(main.getByRole("alert").filter({ hasText: "could not be" }), name).toHaveCount(0);
}
