import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { manyRoutes, routeOf } from "@p4twin/models/switches/testing/manyRoutes";
import { hasSimpleSwitch, simpleSwitch } from "@p4twin/models/switches/testing/simpleSwitch";
import type { Page } from "playwright-core";
import { freePort } from "../testing/freePort.ts";
import { launchBrowser, signIn, startProduct } from "./support/product.ts";

/** From the click to the page of the switch with its first hundred entries, seconds. */
const GOAL_S = 5;
const GOAL_ENTRIES = 10_000;
/** The first look starts the process that looks; the later ones find it. */
const ROUNDS = 3;
/** More entries to try, such as `1000000`. */
const MORE = (process.env.P4TWIN_ATTACH_ENTRIES ?? "100000").split(",").filter(Boolean).map(Number);
const BATCH = 500;

type Target = { address: string; stop(): Promise<void> };

async function ours(count: number): Promise<Target> {
  const script = fileURLToPath(new URL("../../../packages/models/bench/attach/serve.ts", import.meta.url));
  const argv = ["--max-old-space-size=6000", script, String(count)];
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"] });
  const [address] = await once(createInterface({ input: child.stdout }), "line");
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, "exit");
  };
  return { address: String(address), stop };
}

async function bmv2(count: number): Promise<Target> {
  const target = await simpleSwitch({ grpc: await freePort(), thrift: await freePort() }, manyRoutes);
  await target.restart();
  await target.push();
  const route = routeOf(target.info);
  for (let at = 0; at < count; at += BATCH) {
    const size = Math.min(BATCH, count - at);
    await target.insert(...Array.from({ length: size }, (_, i) => route(at + i, 1).entity));
    target.leave();
  }
  return { address: target.address, stop: target.dispose };
}

type Use = { pid: number; parent: number; peakMb: number; ticks: number };
const TICKS_PER_S = 100;

/** What each process of the product has used so far, with those of its children that have ended. */
function usesOf(root: number): Use[] {
  const all = new Map<number, Use>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each)))
    try {
      const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1] ?? 0;
      const stat = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      const ticks = stat.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
      const pid = Number(name);
      all.set(pid, { pid, parent: Number(stat[1]), peakMb: Number(peak) / 1024, ticks });
    } catch {
      // it ended meanwhile
    }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(all.get(pid)?.parent ?? 0));
  return [...all.values()].filter(({ pid }) => isOurs(pid));
}
const cpuSeconds = (uses: readonly Use[]): number =>
  uses.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_S;

/** Attaches by the dialog as a user does; seconds from the click to the entries on the page. */
async function attach(page: Page, base: string, name: string, address: string, count: number) {
  await page.goto(`${base}/switches?attach=true`);
  const dialog = page.getByRole("dialog", { name: "Attach a switch" });
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByLabel(/^Name(?! in)/).fill(name);
  await dialog.getByLabel("Read every").fill("0");
  const clicked = performance.now();
  await dialog.getByRole("button", { name: "Attach switch" }).click();
  const timeout = Math.max(60_000, count);
  // or one more: the default action, where the switch has it among its entries
  const either = [count, count + 1].map((each) => each.toLocaleString("en")).join("|");
  await page.getByRole("heading", { name: new RegExp(`^(${either}) entries$`) }).waitFor({ timeout });
  // the head of the table, and a page of a hundred
  await page.getByRole("table", { name: "Entries" }).getByRole("row").nth(100).waitFor({ timeout });
  return (performance.now() - clicked) / 1000;
}

/** Attaching in a browser: our switch, and BMv2's where it is (`P4TWIN_SIMPLE_SWITCH_GRPC`, `P4TWIN_P4C`). */
export default async function bench() {
  const product = await startProduct("pages");
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, product);
    const rows: Record<string, string | number>[] = [];
    const measure = async (of: string, count: number, start: typeof ours, rounds: number): Promise<void> => {
      const target = await start(count);
      try {
        const seconds: number[] = [];
        const before = cpuSeconds(usesOf(product.pid));
        for (let round = 1; round <= rounds; round++)
          seconds.push(await attach(page, product.base, `${of} ${count} ${round}`, target.address, count));
        const uses = usesOf(product.pid);
        rows.push({
          switch: of,
          entries: count,
          "first s": Number(seconds[0]?.toFixed(2)),
          "worst s": Number(Math.max(...seconds).toFixed(2)),
          goal: count === GOAL_ENTRIES ? `${GOAL_S} s` : "",
          "CPU s each": Number(((cpuSeconds(uses) - before) / rounds).toFixed(2)),
          "largest process MiB": Math.round(Math.max(...uses.map(({ peakMb }) => peakMb))),
        });
      } finally {
        await target.stop();
      }
    };
    await measure("p4twin switch", GOAL_ENTRIES, ours, ROUNDS);
    if (hasSimpleSwitch) await measure("simple_switch_grpc", GOAL_ENTRIES, bmv2, ROUNDS);
    for (const count of MORE) await measure("p4twin switch", count, ours, 1);
    return { name: "Attach in a browser: from the click to the entries on the page", rows };
  } finally {
    await browser.close();
    await product.stop();
  }
}
