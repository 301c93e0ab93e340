import type { Actor } from "../auth/actor.ts";
import type { DatabaseWatch } from "../database/watch.ts";
import type { Services } from "../services.ts";
import type { Limiter } from "../shared/limiter.ts";

/** What a procedure knows: nothing of HTTP, so that tests and jobs call procedures through `createCaller`. */
export type Context = {
  services: Services;
  /** null when nobody is signed in */
  actor: Actor | null;
  /** address of the client, for the limits of public procedures */
  ip: string;
  /** what the client calls itself; null when it does not */
  userAgent: string | null;
  /** the workspace that the request is about */
  workspaceId: string;
  limiter: Limiter;
  /** lets a call go when the database stops answering; absent where nobody waits for the answer */
  database?: Pick<DatabaseWatch, "whileAnswering">;
};
