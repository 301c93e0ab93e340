// For the Prisma commands on a database of your own: DATABASE_URL=… npx prisma migrate deploy --config
// prisma/prisma.config.ts
import { defineConfig, env } from "prisma/config";

export default defineConfig({
  schema: "schema.prisma",
  migrations: { path: "migrations" },
  datasource: { url: env("DATABASE_URL") },
});
