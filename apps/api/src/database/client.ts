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

/**
 * Every pool of the server is made here: a connection that breaks, idle or in somebody's hands, ends the query on it and nothing else.
 * Without a listener of its own each connection would end the process.
 */
function createPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Connects lazily; `poolSize` bounds the connections of Prisma and of the pool, each. */
export function createDatabaseClient(url: string, poolSize = 10): DatabaseClient {
  const prismaPool = createPool(url, poolSize);
  const db = new PrismaClient({ adapter: new PrismaPg(prismaPool) });
  const pool = createPool(url, poolSize);
  return {
    db,
    pool,
    async close() {
      await db.$disconnect();
      await Promise.all([prismaPool.end(), pool.end()]);
    },
  };
}
