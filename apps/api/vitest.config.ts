import { defineConfig } from "vitest/config";
import { compileCache } from "../../scripts/lib/compileCache.mjs";
import { maxWorkers } from "../../scripts/testing/workers.mjs";
import { fromBundle } from "./testing/fromBundle.mjs";

/** Files that need a process to themselves: they replace modules, or measure the heap and the event loop. */
const apart = ["src/engines/addedEngine.test.ts", "src/shared/parsing/parsing.test.ts"];

const shared = {
  maxWorkers,
  setupFiles: ["../../scripts/testing/propertySeed.mjs"],
  // one PostgreSQL for all files; each file makes a database of its own in it
  globalSetup: ["./testing/postgres.ts"],
  // the servers and computations that tests start: half of a start is the reading of TypeScript
  env: { NODE_COMPILE_CACHE: compileCache },
  // only an end to what hangs: a busy machine starts threads and children in seconds
  testTimeout: 600_000,
  hookTimeout: 600_000,
};

const plugins = [await fromBundle()];

export default defineConfig({
  test: {
    projects: [
      {
        plugins,
        test: {
          ...shared,
          name: "api",
          include: ["src/**/*.test.ts"],
          exclude: apart,
          // each file makes and disposes of what it uses: files share a process, and its loaded modules
          isolate: false,
        },
      },
      { plugins, test: { ...shared, name: "api-apart", include: apart } },
    ],
  },
});
