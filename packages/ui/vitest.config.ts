import { defineConfig } from "vitest/config";
import { maxWorkers } from "../../scripts/testing/workers.mjs";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  // The token test reads tokens.css as text; vitest blanks CSS files unless told not to.
  test: {
    maxWorkers,
    include: ["src/**/*.test.{ts,tsx}"],
    css: true,
    testTimeout: 300_000,
    // each test cleans up after itself: files share a process, and its loaded modules
    isolate: false,
    setupFiles: ["../../scripts/testing/propertySeed.mjs"],
  },
});
