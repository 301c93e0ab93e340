import { defineConfig } from "vitest/config";

const summary = process.env.P4TWIN_TEST_SUMMARY;

export default defineConfig({
  test: {
    projects: ["packages/models", "packages/ui", "apps/api", "apps/web", "scripts"],
    reporters: summary
      ? ["default", ["./scripts/testing/summaryReporter.mjs", { outputFile: summary }]]
      : ["default"],
  },
});
