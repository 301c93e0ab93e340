import pg from "pg";
import type { Fault } from "../fault.ts";
import { nothingToLift } from "../fault.ts";
import type { Lab } from "../lab.ts";
import { signal } from "../processes.ts";

const raises = ["database"];

async function connect({ product }: Lab): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: product.databaseUrl(), connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  return client;
}
/** SQLSTATE 53300: every connection is taken. */
const isFull = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "53300";
const toAll = (lab: Lab, name: NodeJS.Signals): void => {
  for (const pid of lab.product.postgres()) signal(pid, name);
};

const cut: Fault = {
  ...{ id: "connections cut", on: "database", raises, holdMs: 0 },
  async hurt(lab) {
    const client = await connect(lab);
    // the writer waits in its INSERT when its connection is cut
    await client.query("BEGIN; LOCK TABLE segment_window IN ACCESS EXCLUSIVE MODE");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    await client.query("ROLLBACK");
    await client.end();
    return nothingToLift;
  },
};

const killed: Fault = {
  ...{ id: "database killed", on: "database", raises, holdMs: 0 },
  async hurt(lab) {
    const [postmaster] = lab.product.postgres();
    if (postmaster) signal(postmaster, "SIGKILL");
    return nothingToLift;
  },
};

const restarted: Fault = {
  ...{ id: "database restarted", on: "database", raises, holdMs: 0 },
  async hurt(lab) {
    const [postmaster] = lab.product.postgres();
    if (postmaster) signal(postmaster, "SIGINT");
    return nothingToLift;
  },
};

const hung: Fault = {
  ...{ id: "database hung", on: "database", raises, holdMs: 4_000 },
  async hurt(lab) {
    toAll(lab, "SIGSTOP");
    return async () => toAll(lab, "SIGCONT");
  },
};

const full: Fault = {
  ...{ id: "out of connections", on: "database", raises, holdMs: 3_000 },
  async hurt(lab) {
    const taken: pg.Client[] = [];
    /** Takes one more; false when the server has none left. A server that is slow to answer is not full. */
    const takeOne = (): Promise<boolean> =>
      connect(lab).then(
        (client) => taken.push(client) > 0,
        (error: unknown) => !isFull(error),
      );
    while (await takeOne());
    // what the product lets go meanwhile is taken too
    let last: Promise<unknown> = Promise.resolve();
    const more = setInterval(() => {
      last = last.then(takeOne);
    }, 100);
    return async () => {
      clearInterval(more);
      await last;
      await Promise.all(taken.map((client) => client.end().catch(() => {})));
    };
  },
};

export const databaseFaults: readonly Fault[] = [cut, killed, restarted, hung, full];
