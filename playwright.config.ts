import { defineConfig } from "@playwright/test";
import { OWNER_STATE } from "./e2e/support/product.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/journeys",
  // one product, one database, one UDP port: the journeys share them and run in order
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: process.env.P4TWIN_E2E_URL,
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.P4TWIN_BROWSER,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "sign-in", testMatch: "**/*.setup.ts" },
    {
      name: "journeys",
      testMatch: "**/*.spec.ts",
      dependencies: ["sign-in"],
      use: { storageState: OWNER_STATE },
    },
  ],
});
