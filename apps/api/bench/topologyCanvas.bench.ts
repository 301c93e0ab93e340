import { readFileSync } from "node:fs";
import type { Browser, CDPSession, Page } from "playwright-core";
import { launchBrowser, quantile, signIn, sleep, startProduct } from "./support/product.ts";

const WATCH_MS = 5_000;
const MIB = 2 ** 20;

type Shape = { name: string; racks: number; serversPerRack: number; cores: number };

/** Racks of servers with a SmartNIC each: 2 * serversPerRack + 1 nodes a rack. */
const HUNDRED: Shape = { name: "100 nodes", racks: 3, serversPerRack: 16, cores: 1 };
const THOUSAND: Shape = { name: "1,000 nodes", racks: 30, serversPerRack: 16, cores: 10 };
const THOUSAND_RACKS: Shape = { name: "1,000 racks", racks: 1000, serversPerRack: 16, cores: 4 };

async function openCloud(page: Page, base: string, { name, ...shape }: Shape): Promise<number> {
  const versionId = await page.evaluate(
    async (body) => {
      const answer = await fetch("/trpc/topologies.generateFatTree", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await answer.json()).result.data.id as string;
    },
    { ...shape, name, accelerators: ["npu"], tors: ["asic"] },
  );
  const opened = performance.now();
  await page.goto(`${base}/clouds/${versionId}`);
  await page.getByRole("button", { name: "Fit to view" }).waitFor({ timeout: 120_000 });
  const ms = performance.now() - opened;
  await sleep(2_000);
  return ms;
}

/**
 * Pans and zooms the drawing by events of mouse and wheel, one a frame, and returns the gaps between frames
 * in ms. The events are made in the page, so that only the browser's own work counts.
 */
const gapsWhileMoving = (page: Page, how: "pan" | "zoom"): Promise<number[]> =>
  page.evaluate(
    ({ how, watchMs }) =>
      new Promise<number[]>((resolve) => {
        const area = document.querySelector("figure canvas, figure svg.cursor-grab");
        if (!area) throw new Error("there is no drawing");
        const box = area.getBoundingClientRect();
        const [x, y] = [box.x + 12, box.y + 12];
        const mouse = (type: string, target: EventTarget, dx: number, dy: number) =>
          target.dispatchEvent(
            new MouseEvent(type, {
              bubbles: true,
              view: window,
              button: 0,
              clientX: x + dx,
              clientY: y + dy,
            }),
          );
        if (how === "pan") mouse("mousedown", area, 0, 0);
        const gaps: number[] = [];
        const start = performance.now();
        let last = start;
        const step = (now: number): void => {
          gaps.push(now - last);
          last = now;
          const phase = (now - start) / 600;
          if (how === "pan") mouse("mousemove", window, 240 * Math.sin(phase), 120 * Math.sin(phase * 0.7));
          else
            area.dispatchEvent(
              new WheelEvent("wheel", {
                bubbles: true,
                cancelable: true,
                view: window,
                ctrlKey: true,
                deltaY: Math.cos(phase) * -20,
                clientX: box.x + box.width / 2,
                clientY: box.y + box.height / 2,
              }),
            );
          if (now - start < watchMs) requestAnimationFrame(step);
          else {
            if (how === "pan") mouse("mouseup", window, 0, 0);
            resolve(gaps.slice(1));
          }
        };
        requestAnimationFrame(step);
      }),
    { how, watchMs: WATCH_MS },
  );

/**
 * Memory of the page: its JavaScript heap after a collection, and all of its process; null where the system
 * does not say.
 */
async function memoryOf(
  browser: Browser,
  session: CDPSession,
): Promise<{ heapMb: number; processMb: number | null }> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const heap = metrics.find((metric) => metric.name === "JSHeapUsedSize")?.value ?? 0;
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter((each) => each.type === "renderer")
    .flatMap(({ id }) => {
      try {
        const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1];
        return kilobytes === undefined ? [] : [(Number(kilobytes) * 1024) / MIB];
      } catch {
        return [];
      }
    });
  return {
    heapMb: Math.round(heap / MIB),
    processMb: sizes.length === 0 ? null : Math.round(Math.max(...sizes)),
  };
}

const rateOf = (gaps: number[]): number => (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);

/**
 * The drawing of a cloud while it is panned and zoomed: 1,000 nodes beside 100, and a cloud of 1,000 racks in clusters.
 */
export default async function bench() {
  const product = await startProduct("pages");
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, product);
    const session = await page.context().newCDPSession(page);
    const rows: Record<string, string | number | null>[] = [];
    const rates = new Map<string, number>();
    for (const shape of [HUNDRED, THOUSAND, THOUSAND_RACKS]) {
      const openMs = await openCloud(page, product.base, shape);
      for (const how of ["pan", "zoom"] as const) {
        const gaps = await gapsWhileMoving(page, how);
        const sorted = gaps.toSorted((a, b) => a - b);
        rates.set(`${shape.name} ${how}`, rateOf(gaps));
        const hundred = rates.get(`${HUNDRED.name} ${how}`) ?? Number.NaN;
        const { heapMb, processMb } = await memoryOf(browser, session);
        rows.push({
          cloud: shape.name,
          moved: how,
          "open ms": Math.round(openMs),
          "frames/s": Math.round(rateOf(gaps)),
          "frame p95 ms": Number(quantile(sorted, 0.95).toFixed(1)),
          "frames/s to 100 nodes": Number((rateOf(gaps) / hundred).toFixed(2)),
          "heap MiB": heapMb,
          "page MiB": processMb,
        });
      }
    }
    return { name: "drawing of a cloud, panned and zoomed (goal: 60 frames/s, page below 500 MiB)", rows };
  } finally {
    await browser.close();
    await product.stop();
  }
}
