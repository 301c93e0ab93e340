import path from "node:path";
import { defineConfig } from "vitest/config";
import { maxWorkers } from "../../scripts/testing/workers.mjs";

export default defineConfig({
  resolve: { alias: { "@": path.join(import.meta.dirname, "src") } },
  test: {
    maxWorkers,
    include: ["src/**/*.test.ts"],
    setupFiles: ["../../scripts/testing/propertySeed.mjs"],
    testTimeout: 300_000,
    isolate: false,
  },
});
