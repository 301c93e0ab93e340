import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Person } from "../auth/actor.ts";
import type { Log } from "../observability/log.ts";
import { toHeaders } from "../shared/headers.ts";
import { DONE } from "./schema.ts";
import type { AuditService } from "./service.ts";

type Deps = { audit: AuditService; identify(headers: Headers): Promise<Person | null>; log: Log };

const PREFIX = "/api/auth/";
/** What better-auth answers of itself changes nothing. */
const READS = /^(get-session|ok|error|list-|passkey\/list)/;
/** Ways in that come by GET. */
const WAYS_IN = /(^|\/)(verify|callback)(\/|$)/;
const MAX_BODY = 10_000;
const HOUSEKEEP_EVERY_MS = 3_600_000;
const bodySchema = z.record(z.string(), z.unknown());

const pathOf = (request: FastifyRequest): string | null => {
  const path = request.url.split("?")[0] ?? "";
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length) : null;
};

/** The cookies that an answer sets, as a browser would send them; null without a session among them. */
function sessionCookie(reply: FastifyReply): string | null {
  const set = [reply.getHeader("set-cookie") ?? []].flat().map(String);
  const cookies = set.map((line) => line.split(";")[0] ?? "").filter((pair) => !pair.endsWith("="));
  return cookies.some((pair) => /session_token=./.test(pair)) ? cookies.join("; ") : null;
}

function bodyOf(request: FastifyRequest): unknown {
  const { body } = request;
  const text = Buffer.isBuffer(body) && body.length <= MAX_BODY ? body.toString() : "";
  try {
    return bodySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Notes every sign-in, failed sign-in, sign-out and change of an account under `/api/auth`, whichever way
 * better-auth offers it.
 */
export function auditHooks(app: FastifyInstance, { audit, identify, log }: Deps): void {
  // who signs out is known before only
  const callers = new WeakMap<FastifyRequest, Person | null>();
  app.addHook("preHandler", async (request) => {
    if (pathOf(request) !== null && request.method === "POST" && request.headers.cookie)
      callers.set(request, await identify(toHeaders(request.headers)));
  });

  app.addHook("onSend", async (request, reply) => {
    const path = pathOf(request);
    if (path === null || READS.test(path)) return;
    const cookie = sessionCookie(reply);
    const location = String(reply.getHeader("location") ?? "");
    const refused = reply.statusCode >= 400 || /[?&]error=/.test(location);
    if (request.method === "GET" && !cookie && !(refused && WAYS_IN.test(path))) return;
    const actor = cookie
      ? await identify(new Headers({ cookie })).catch(() => null)
      : (callers.get(request) ?? null);
    const outcome = !refused ? DONE : reply.statusCode === 429 ? "too_many" : "refused";
    try {
      await audit.note(
        {
          actor,
          address: request.ip,
          userAgent: request.headers["user-agent"] ?? null,
          workspaceId: null,
        },
        { action: `auth/${path}`, outcome, input: bodyOf(request) },
      );
    } catch (error) {
      log.error({ error, path }, "a sign-in could not be noted in the audit log");
      // nobody comes in unseen
      reply.removeHeader("set-cookie");
      throw error;
    }
  });

  let timer: NodeJS.Timeout | null = null;
  const housekeep = (): void => {
    audit
      .housekeep()
      .catch((error: unknown) => log.warn({ error }, "the audit log could not be looked through"));
  };
  app.addHook("onReady", async () => {
    timer = setInterval(housekeep, HOUSEKEEP_EVERY_MS).unref();
    housekeep();
  });
  app.addHook("onClose", async () => {
    if (timer) clearInterval(timer);
    await audit.flush();
  });
}
