import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { ask, mutate } from "./product.ts";

type Segment = { id: string; plUs: number; dlUs: number; alarm: unknown };
export type Deployment = { id: string; name: string; segments: Segment[] };

export async function deploymentNamed(request: APIRequestContext, name: string): Promise<Deployment> {
  const found = (await ask<Deployment[]>(request, "deployments.list")).find((d) => d.name === name);
  if (!found) throw new Error(`no deployment ${name}`);
  return found;
}

/**
 * Everything of the demo cloud as it starts: no congestion, no slow VNF, no slow device; and bindings and
 * thresholds of a deployment as given.
 */
export async function calmDemo(request: APIRequestContext, as: Deployment | null): Promise<void> {
  const state = await ask<{
    congestion: { flow: string; on: boolean }[];
    vnfs: { vnf: string; extraUs: number }[];
    devices: { device: string; slow: boolean }[];
  }>(request, "demo.state");
  for (const { flow, on } of state.congestion)
    if (on) await mutate(request, "demo.setCongestion", { flow, on: false });
  for (const { vnf, extraUs } of state.vnfs)
    if (extraUs > 0) await mutate(request, "demo.setVnfDelay", { vnf, extraUs: 0 });
  for (const { device, slow } of state.devices)
    if (slow) await mutate(request, "demo.setSlowDevice", { device, slow: false });
  if (!as) return;
  await mutate(request, "deployments.update", { id: as.id, segments: as.segments });
  // its switches are told PL and DL, too
  for (const { id, plUs, dlUs, alarm } of as.segments)
    await mutate(request, "deployments.setThresholds", {
      id: as.id,
      segmentId: id,
      thresholds: { plUs, dlUs, alarm },
    });
}

/** What is looked at of a calm twin. An event closes within seconds of its cause: both end within a minute. */
const CALM_S = 30;

/** A twin over the last 30 seconds, once nothing of what other journeys did to the demo cloud lies in them. */
export async function openCalmTwin(page: Page, name: string): Promise<void> {
  const { id } = await deploymentNamed(page.request, name);
  const eventsOf = (from: number, to: number): Promise<unknown[]> =>
    ask(page.request, "events.list", { deploymentId: id, from: new Date(from), to: new Date(to) });
  await expect.poll(() => eventsOf(Date.now() - CALM_S * 1000, Date.now())).toEqual([]);
  await page.goto(`/twin/${id}?span=${CALM_S}`);
  await expect(page.locator("[data-ruling]")).toContainText(/observed .* predicted/);
}
