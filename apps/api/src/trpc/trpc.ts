import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { allows, type RequiredRole, type UserRole } from "../auth/roles.ts";
import { DomainError, trpcCodeOf } from "../errors.ts";
import { asCaller } from "../shared/caller.ts";
import type { Context } from "./context.ts";
import { whileAllowed } from "./whileAllowed.ts";

/** What a procedure says about itself; REST and OpenAPI are made from it. */
export type ProcedureMeta = {
  role?: RequiredRole;
  summary?: string;
  /** REST sends the answer as a file: it is `{ fileName, mediaType, text }` */
  file?: boolean;
  /** `GET /programs/{versionId}` under `/api/v1`; without it the procedure is not part of REST */
  rest?: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
};

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // pings keep proxies open; the client reconnects when it has heard nothing for twice that time
    sse: { ping: { enabled: true, intervalMs: 3_000 }, client: { reconnectAfterInactivityMs: 8_000 } },
    errorFormatter: ({ shape, error }) => {
      const cause = error.cause;
      const known = cause instanceof DomainError ? cause : null;
      const unexpected = error.code === "INTERNAL_SERVER_ERROR";
      return {
        ...shape,
        message: unexpected
          ? "Something went wrong on the server. The server's log says more."
          : cause instanceof z.ZodError
            ? z.prettifyError(cause)
            : shape.message,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path,
          reason: known?.code ?? null,
          diagnostics: known?.diagnostics ?? [],
        },
      };
    },
  });

/** Domain refusals become tRPC errors here and nowhere else. */
const errors = t.middleware(async ({ next, signal }) => {
  const result = await next();
  // what ended because nobody waits for it is no fault of the server
  if (!result.ok && signal?.aborted)
    throw new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "The caller left." });
  if (!result.ok && result.error.cause instanceof DomainError) {
    const { code, message } = result.error.cause;
    throw new TRPCError({ code: trpcCodeOf[code], message, cause: result.error.cause });
  }
  return result;
});

const refuse = (actor: { role: UserRole } | null, required: RequiredRole): DomainError =>
  actor
    ? new DomainError("forbidden", `This needs the role ${required}; yours is ${actor.role}.`)
    : new DomainError("unauthenticated", "Sign in first, or send an API token.");

const signedIn = (required: UserRole) =>
  t.middleware(async ({ ctx, next, signal }) => {
    const actor = ctx.actor;
    if (!actor || !allows(actor.role, required)) {
      const cause = refuse(actor, required);
      throw new TRPCError({ code: trpcCodeOf[cause.code], message: cause.message, cause });
    }
    const result = await asCaller({ by: actor.id, signal }, () => next({ ctx: { ...ctx, actor } }));
    if (!result.ok) return result;
    // a stream outlasts this check
    const watch = ctx.services.actorWatch.watch;
    return { ...result, data: whileAllowed(result.data, (end) => watch(actor, required, end)) };
  });

/** For public procedures: refuses an address that asks too often. */
export const limited = (what: string) =>
  t.middleware(({ ctx, next }) => {
    if (ctx.limiter.take(`${what} ${ctx.ip}`, performance.now())) return next();
    throw new DomainError("too_many", "Too many requests from your address. Wait a minute and try again.");
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Nobody needs to be signed in. */
export const publicProcedure = t.procedure.meta({ role: "public" }).use(errors);
/** Reads. */
export const viewerProcedure = t.procedure.meta({ role: "viewer" }).use(errors).use(signedIn("viewer"));
/** Changes what the cloud is. */
export const operatorProcedure = t.procedure.meta({ role: "operator" }).use(errors).use(signedIn("operator"));
/** Administers accounts and settings. */
export const ownerProcedure = t.procedure.meta({ role: "owner" }).use(errors).use(signedIn("owner"));
