import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "../auth/actor.ts";
import type { DatabaseWatch } from "../database/watch.ts";
import type { Services } from "../services.ts";
import { toHeaders } from "../shared/headers.ts";
import { enter, wantedOf } from "../workspaces/enter.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** who asks, of routes that have callers; null for nobody */
    caller: Actor | null;
    /** the workspace that the request is about; null for nobody */
    workspaceId: string | null;
  }
}

type Options = {
  users: Pick<Services["users"], "identify">;
  database: Pick<DatabaseWatch, "whileAnswering">;
};

/** Where somebody is asked for: pages, sign-in and health know no callers. */
const hasCaller = ({ routeOptions: { url = "" } }: FastifyRequest): boolean =>
  url.startsWith("/trpc/") || url.startsWith("/api/v1/") || url === "/api/mcp";

/** Finds out who asks before anything of the body is read. */
export function identifyCallers(app: FastifyInstance, { users, database }: Options): void {
  app.decorateRequest("caller", null);
  app.decorateRequest("workspaceId", null);
  app.addHook("onRequest", async (request) => {
    const { authorization, cookie } = request.headers;
    if (!hasCaller(request) || (!authorization && !cookie)) return;
    const person = await database.whileAnswering(() => users.identify(toHeaders(request.headers)));
    if (!person) return;
    const { actor, workspaceId } = enter(person, wantedOf(request.headers, request.query));
    request.caller = actor;
    request.workspaceId = workspaceId;
  });
}
