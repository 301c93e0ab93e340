import { issueTexts } from "@p4twin/models/core";
import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { refusalOf } from "../auth/access.ts";
import type { RequiredRole, UserRole } from "../auth/roles.ts";
import { databaseAway, isDatabaseLost } from "../database/lost.ts";
import { DomainError, trpcCodeOf } from "../errors.ts";
import { asCaller } from "../shared/caller.ts";
import { clientKey } from "../shared/limiter.ts";
import type { Context } from "./context.ts";
import { whileAllowed } from "./whileAllowed.ts";

/** Files that REST sends. */
export type FileType = "application/json" | "application/jsonl" | "text/csv" | "text/x-python";

/** What a procedure says about itself; REST and OpenAPI are made from it. */
export type ProcedureMeta = {
  role?: RequiredRole;
  summary?: string;
  /** REST sends the answer as a file of one of these types: it is `{ fileName, mediaType, text }` */
  files?: readonly FileType[];
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
            ? issueTexts(cause, "the input").join("; ")
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

const asTrpcError = (error: unknown): never => {
  if (!(error instanceof DomainError)) throw error;
  throw new TRPCError({ code: trpcCodeOf[error.code], message: error.message, cause: error });
};

/** Domain refusals become tRPC errors here and nowhere else. */
const errors = t.middleware(async ({ ctx, next, signal }) => {
  const result = await (ctx.database ? ctx.database.whileAnswering(next) : next()).catch(asTrpcError);
  // what ended because nobody waits for it is no fault of the server
  if (!result.ok && signal?.aborted)
    throw new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "The caller left." });
  if (!result.ok) {
    const { cause } = result.error;
    if (cause instanceof DomainError) asTrpcError(cause);
    if (isDatabaseLost(cause)) asTrpcError(databaseAway());
  }
  return result;
});

/**
 * Every change is noted in the audit log, with what it was asked to do, how it ended, and the object before and after.
 */
const audited = t.middleware(async ({ ctx, type, path, getRawInput, next }) => {
  if (type !== "mutation") return next();
  const { services, actor, ip: address, userAgent, workspaceId } = ctx;
  const call = { actor, address, userAgent, workspaceId, action: path, input: await getRawInput() };
  return services.audit.around(
    call,
    () => next(),
    (result) => (result.ok ? answered(result.data) : { outcome: codeOf(result.error), answer: null }),
  );
});

/** A text with mistakes is answered with what is wrong: nothing was changed. */
const answered = (answer: unknown) => {
  const wrong = typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false;
  return { outcome: wrong ? "refused" : "done", answer };
};
const codeOf = ({ cause, code }: TRPCError): string =>
  cause instanceof DomainError
    ? cause.code
    : code === "INTERNAL_SERVER_ERROR"
      ? "failed"
      : code.toLowerCase();

const signedIn = (required: UserRole) =>
  t.middleware(async ({ ctx, next, path, type, signal }) => {
    const actor = ctx.actor;
    const [noun = ""] = path.split(".");
    const cause = refusalOf(actor, { required, noun, changes: type === "mutation" });
    if (!actor || cause) {
      if (!cause) throw new Error("nobody is refused nothing");
      throw new TRPCError({ code: trpcCodeOf[cause.code], message: cause.message, cause });
    }
    const result = await asCaller({ by: actor.id, signal }, () => next({ ctx: { ...ctx, actor } }));
    if (!result.ok) return result;
    // a stream outlasts this check
    const { services, workspaceId } = ctx;
    const watch = (end: (reason: DomainError) => void) =>
      services.actorWatch.watch(actor, { required, workspaceId }, end);
    return { ...result, data: whileAllowed(result.data, watch) };
  });

/** For public procedures: refuses an address that asks too often. */
export const limited = (what: string) =>
  t.middleware(({ ctx, next }) => {
    // people behind one address who have signed in do not hinder each other
    const waitMs = ctx.limiter.take(`${what} ${ctx.actor?.id ?? clientKey(ctx.ip)}`, performance.now());
    if (waitMs === 0) return next();
    const s = Math.ceil(waitMs / 1_000);
    throw new DomainError(
      "too_many",
      `Too many requests from your address. Try again in ${s} seconds.`,
      [],
      s,
    );
  });

/** Owning a workspace is not owning the installation. */
const ownsInstallation = t.middleware(({ ctx, next }) => {
  if (!ctx.actor?.installationOwner)
    throw new DomainError(
      "forbidden",
      "This is for owners of the installation; you own this workspace only.",
    );
  return next();
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Nobody needs to be signed in. */
export const publicProcedure = t.procedure.meta({ role: "public" }).use(errors).use(audited);
/** Reads. */
export const viewerProcedure = t.procedure
  .meta({ role: "viewer" })
  .use(errors)
  .use(audited)
  .use(signedIn("viewer"));
/** Changes what the cloud is. */
export const operatorProcedure = t.procedure
  .meta({ role: "operator" })
  .use(errors)
  .use(audited)
  .use(signedIn("operator"));
/** Administers the workspace that the request is about. */
export const workspaceOwnerProcedure = t.procedure
  .meta({ role: "owner" })
  .use(errors)
  .use(audited)
  .use(signedIn("owner"));
/** Administers the installation: accounts, workspaces, settings of the system. */
export const ownerProcedure = workspaceOwnerProcedure.use(ownsInstallation);
