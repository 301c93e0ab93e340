import { defineConfig } from "@playwright/test";
import { OWNER_STATE } from "./e2e/support/product.ts";

// Playwright stays at 1.59: from 1.60 on each try of an expectation that does not hold yet draws the whole page's
// accessibility tree (microsoft/playwright#41098), one part in thirteen of what the pages' main threads did

/**
 * Journeys that look at the demo cloud, its switches and the telemetry of the product as a whole: one after the other.
 */
const live = ["journey-01", "journey-06", "journey-07", "journey-08", "journey-09", "story"];
const specs = (names: readonly string[]) => names.map((name) => `**/${name}*.spec.ts`);
const pages = ["pages"];
const owner = { use: { storageState: OWNER_STATE }, workers: 1 };

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/journeys",
  // one product, one database, one UDP port: journeys that share an object run in order, those on objects of
  // their own beside them, three files at a time, and the look at every page
  workers: 4,
  fullyParallel: false,
  // only ends to what hangs: what holds costs no wait, and a busy machine is slow
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: process.env.P4TWIN_E2E_URL,
    viewport: { width: 1280, height: 800 },
    // a software renderer draws every frame of an animation: that costs more than the pages' own work
    contextOptions: { reducedMotion: "reduce" },
    // a click on what never comes is an error of a minute, not of the whole test
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // a film of every test would cost more processor time than the pages themselves
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.P4TWIN_BROWSER,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // see e2e/support/ownersBrowser.ts
        "--process-per-site",
      ],
    },
  },
  projects: [
    { name: "sign-in", testMatch: "**/*.setup.ts" },
    { ...owner, name: "live", testMatch: specs(live), dependencies: ["sign-in"] },
    // before the journeys beside it: it takes longest, and changes nothing
    { ...owner, name: "pages", testMatch: specs(pages), dependencies: ["sign-in"] },
    {
      ...owner,
      workers: 3,
      name: "work",
      testMatch: "**/*.spec.ts",
      testIgnore: specs([...live, ...pages]),
      dependencies: ["sign-in"],
    },
  ],
});
