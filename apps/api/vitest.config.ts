import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "api",
    include: ["src/**/*.test.ts"],
    // one PostgreSQL for all files; each file makes a database of its own in it
    globalSetup: ["./src/testing/postgres.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
