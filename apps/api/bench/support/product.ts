import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { freePort } from "../../testing/freePort.ts";

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const quantile = (sorted: number[], q: number): number => sorted[Math.floor(q * (sorted.length - 1))];

export type Product = {
  base: string;
  /** of the process that started all others */
  pid: number;
  intPort: number;
  link: string;
  databaseUrl: string;
  stop(): Promise<void>;
};

/**
 * The real product with a fresh database and without the demo: `server` alone, or with its `pages` (built
 * when needed). `changed` are environment variables of its own.
 */
export async function startProduct(
  what: "server" | "pages",
  changed: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "p4twin-bench-"));
  const [port, intPort] = [await freePort(), await freePort()];
  const script = what === "server" ? "../../../../scripts/server.mjs" : "../../../../scripts/start.mjs";
  const env = {
    PORT: String(port),
    INT_PORT: String(intPort),
    P4TWIN_DATA_DIR: dataDir,
    DEMO: "off",
    DATABASE_URL: "",
    ...changed,
  };
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const link = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
      const found = /Open (https?:\/\/\S+)\s/.exec(printed);
      if (found) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`the product ended with ${code}`)));
  });
  const embeddedUrl = (): string => {
    const postgres = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
    return `postgresql://p4twin:${postgres.password}@127.0.0.1:${postgres.port}/p4twin`;
  };
  return {
    base: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    intPort,
    link,
    databaseUrl: env.DATABASE_URL || embeddedUrl(),
    async stop() {
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.P4TWIN_BROWSER,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });

/** By the one-time link, whose page signs in at a click. */
export async function signIn(page: Page, { link }: Product): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
}
