import { setFlagsFromString } from "node:v8";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { againOnConflict } from "./again.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";

export type Db = PrismaClient;
/** What a store needs to run alone or inside a transaction of its service. */
export type Tx = Prisma.TransactionClient;
export { Prisma };

/** A function of a library with many signatures, handed on as it is. */
type Again = (...given: unknown[]) => Promise<never>;

export type DatabaseClient = {
  db: Db;
  /** for COPY and hand-written SQL of the telemetry tables */
  pool: pg.Pool;
  close(): Promise<void>;
};

/**
 * Times (our choice): what waits for a free connection gives up after the first, no statement of a request
 * runs longer than the second. The pool is for bulk work, which takes as long as it takes. A server that
 * hangs is noticed sooner (probe.ts).
 */
const WAIT_MS = 60_000;
const STATEMENT_MS = 60_000;

// Prisma compiles its queries by WebAssembly and remembers what it compiled. To optimise that machine code in the
// background takes half of the processor time of a start, and no query is faster for it; solvers run elsewhere. This
// late one flag does not imply the others.
setFlagsFromString("--liftoff-only --no-wasm-tier-up --no-wasm-dynamic-tiering");

/**
 * Every pool of the server is made here: a connection that breaks, idle or in somebody's hands, ends the
 * query on it and nothing else. Without a listener of its own each connection would end the process.
 */
function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: WAIT_MS, keepAlive: true });
  // a statement alone is a transaction too; those of a transaction go over a connection of its own
  const query = pool.query.bind(pool) as Again;
  pool.query = (...given: unknown[]) => againOnConflict(() => query(...given));
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Connects lazily; `poolSize` bounds the connections of Prisma and of the pool, each. */
export function createDatabaseClient(url: string, poolSize = 10): DatabaseClient {
  const connection = { connectionString: url, max: poolSize };
  // a server that hangs does not look at its own clock
  const prismaPool = createPool({
    ...connection,
    statement_timeout: STATEMENT_MS,
    query_timeout: 2 * STATEMENT_MS,
  });
  const db = new PrismaClient({
    adapter: new PrismaPg(prismaPool),
    // its own 2 s and 5 s refuse changes on a busy machine, and lose entries of the audit log
    transactionOptions: { maxWait: WAIT_MS, timeout: 2 * STATEMENT_MS },
  });
  const transaction = db.$transaction.bind(db) as Again;
  db.$transaction = (...given: unknown[]) => againOnConflict(() => transaction(...given));
  const pool = createPool(connection);
  return {
    db,
    pool,
    async close() {
      await db.$disconnect();
      await Promise.all([prismaPool.end(), pool.end()]);
    },
  };
}
