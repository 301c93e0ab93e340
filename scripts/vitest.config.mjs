import { defineConfig } from "vitest/config";
import { maxWorkers } from "./testing/workers.mjs";

export default defineConfig({
  test: {
    name: "scripts",
    maxWorkers,
    include: ["**/*.test.mjs"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
