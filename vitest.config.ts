import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { projects: ["packages/models", "packages/ui", "apps/api", "apps/web", "scripts"] },
});
