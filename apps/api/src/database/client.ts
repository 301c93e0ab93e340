import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "./generated/client.ts";

export type Db = PrismaClient;
/** What a store needs to run alone or inside a transaction of its service. */
export type Tx = Prisma.TransactionClient;
export { Prisma };

export type DatabaseClient = {
  db: Db;
  /** for COPY and hand-written SQL of the telemetry tables */
  pool: pg.Pool;
  close(): Promise<void>;
};

/** Connects lazily; `poolSize` bounds the connections of Prisma and of the pool, each. */
export function createDatabaseClient(url: string, poolSize = 10): DatabaseClient {
  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: poolSize }) });
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  // an idle connection that the server closes must not end the process; the next query reports it
  pool.on("error", () => {});
  return {
    db,
    pool,
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}
