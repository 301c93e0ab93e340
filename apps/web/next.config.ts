import path from "node:path";
import type { NextConfig } from "next";

const root = path.join(import.meta.dirname, "..", "..");

const config: NextConfig = {
  // the workspaces publish TypeScript source
  transpilePackages: ["@p4twin/models", "@p4twin/ui", "@p4twin/api"],
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  // tsc runs as its own task (npm run typecheck)
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  // writing it takes a fifth of a build and 150 MB, and the first build of a clone is mostly the only one
  experimental: { turbopackFileSystemCacheForBuild: process.env.P4TWIN_KEEP_BUILD_CACHE === "1" },
};

export default config;
