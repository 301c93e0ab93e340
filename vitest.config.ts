import { defineConfig } from "vitest/config";
import LongFirst from "./scripts/testing/longFirst.mjs";
import { maxWorkers } from "./scripts/testing/workers.mjs";

const summary = process.env.P4TWIN_TEST_SUMMARY;

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongFirst },
    projects: ["packages/models", "packages/ui", "apps/api", "apps/web", "scripts"],
    reporters: summary
      ? ["default", ["./scripts/testing/summaryReporter.mjs", { outputFile: summary }]]
      : ["default"],
  },
});
