import { defineConfig } from "vitest/config";
import { maxWorkers } from "../../scripts/testing/workers.mjs";

export default defineConfig({
  test: {
    maxWorkers,
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["../../scripts/testing/propertySeed.mjs"],
    testTimeout: 600_000,
    // pure functions leave nothing behind: files share a process, and its loaded modules
    isolate: false,
    // Node runs the sources as they are: what Vite makes of an import is slower wherever a function is called often
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
