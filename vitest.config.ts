import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import LongFirst from "./scripts/testing/longFirst.mjs";

const summary = process.env.P4TWIN_TEST_SUMMARY;

export default defineConfig({
  test: {
    // one more than there are cores: many files wait for processes, sockets and timers
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    projects: ["packages/models", "packages/ui", "apps/api", "apps/web", "scripts"],
    reporters: summary
      ? ["default", ["./scripts/testing/summaryReporter.mjs", { outputFile: summary }]]
      : ["default"],
  },
});
