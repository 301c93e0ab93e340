import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["../../scripts/testing/propertySeed.mjs"],
    testTimeout: 60_000,
  },
});
