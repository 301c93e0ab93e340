import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "api",
    include: ["src/**/*.test.ts"],
    setupFiles: ["../../scripts/testing/propertySeed.mjs"],
    // one PostgreSQL for all files; each file makes a database of its own in it
    globalSetup: ["./src/testing/postgres.ts"],
    // only an end to what hangs: a busy machine starts threads and children in seconds
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
