import type { FastifyInstance, FastifyRequest } from "fastify";
import { allows } from "../auth/roles.ts";
import { DomainError, notFound } from "../errors.ts";
import { toProblem } from "../rest/problem.ts";
import { idSchema } from "../shared/schemas.ts";
import type { Context } from "../trpc/context.ts";

type Options = { createContext(request: FastifyRequest): Promise<Context> };

/** A browser says where a request comes from; another site may not use the cookie of a person who is signed in here. */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  const { origin } = request.headers;
  const foreign =
    site === undefined
      ? origin !== undefined && URL.parse(origin)?.host !== request.headers.host
      : site !== "same-origin" && site !== "none";
  if (foreign) throw new DomainError("forbidden", "A capture is uploaded from P4Twin's own pages only.");
}

/** `PUT /api/v1/captures/{id}/content`: the bytes of a capture, as a stream of any length; nothing of it is held in memory. */
export async function captureUploadRoute(app: FastifyInstance, { createContext }: Options) {
  // whatever its type says, the body stays a stream
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  app.put<{ Params: { id: string } }>("/api/v1/captures/:id/content", async (request, reply) => {
    try {
      refuseOtherSites(request);
      const { actor, services, ip, userAgent, workspaceId } = await createContext(request);
      if (!actor) throw new DomainError("unauthenticated", "Sign in first, or send an API token.");
      if (!allows(actor.role, "operator"))
        throw new DomainError("forbidden", `This needs the role operator; yours is ${actor.role}.`);
      const id = idSchema.safeParse(request.params.id);
      if (!id.success) throw notFound("capture", request.params.id);
      const call = { actor, address: ip, userAgent, workspaceId, input: { id: id.data } };
      return await services.audit.around(
        { ...call, action: "captures.upload" },
        () => services.captures.receive(id.data, request.raw),
        (answer) => ({ outcome: "done", answer }),
      );
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status >= 500) request.log.error({ error }, "upload failed");
      // the rest of the body is not read: the connection ends with the answer
      return reply
        .status(problem.status)
        .header("connection", "close")
        .type("application/problem+json")
        .send(problem);
    }
  });
}
