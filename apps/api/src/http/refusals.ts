import { errorCodes, type FastifyError, type FastifyReply, type FastifyRequest } from "fastify";
import { DomainError, trpcCodeOf } from "../errors.ts";
import { retryAfterOf, toProblem } from "../rest/problem.ts";

/** True for a request that has a body, whether or not it has arrived. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** A body is JSON: tRPC's plugin takes forms too, which pages of other sites send without asking first. */
export async function refuseForms(request: FastifyRequest): Promise<void> {
  const type = request.headers["content-type"] ?? "";
  if (hasBody(request) && !/^application\/json\s*(;|$)/i.test(type))
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);
}

/**
 * Answers a request that was refused before its procedure ran, in the language of its face. The rest of its
 * body is not read.
 */
export function answerRefusal(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error);
  if (problem.status >= 500 && !(error instanceof DomainError))
    request.log.error({ error }, "request failed");
  const retryAfterS = retryAfterOf(error);
  if (retryAfterS !== null) reply.header("retry-after", retryAfterS);
  const reason = error instanceof DomainError ? error.code : null;
  reply.status(problem.status);
  if (request.url.startsWith("/trpc/")) {
    const code = reason ? trpcCodeOf[reason] : "BAD_REQUEST";
    const data = { code, httpStatus: problem.status, path: null, reason, diagnostics: [] };
    // -32600 is the number of an invalid request in JSON-RPC, which clients of tRPC expect beside the code
    return reply.send({ error: { message: problem.detail, code: -32_600, data } });
  }
  // better-auth's own shape, which its clients read
  if (request.url.startsWith("/api/auth/"))
    return reply.send({ message: problem.detail, code: reason ?? "BAD_REQUEST" });
  return reply.type("application/problem+json").send(problem);
}
