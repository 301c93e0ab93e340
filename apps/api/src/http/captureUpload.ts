import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refusalOf } from "../auth/access.ts";
import { notFound } from "../errors.ts";
import { idSchema } from "../shared/schemas.ts";
import type { Context } from "../trpc/context.ts";

type Options = {
  createContext(request: FastifyRequest): Context;
  /** how long the bytes may pause, ms */
  pauseMs: number;
};

/**
 * `PUT /api/v1/captures/{id}/content`: the bytes of a capture, as a stream of any length; nothing of it is
 * held in memory.
 */
export async function captureUploadRoute(app: FastifyInstance, { createContext, pauseMs }: Options) {
  // whatever its type says, the body stays a stream
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  app.route<{ Params: { id: string } }>({
    method: "PUT",
    url: "/api/v1/captures/:id/content",
    config: { streamsBody: true },
    async onRequest(request) {
      const refusal = refusalOf(request.caller, { required: "operator", noun: "captures", changes: true });
      if (refusal) throw refusal;
    },
    async handler(request) {
      const id = idSchema.safeParse(request.params.id);
      if (!id.success) throw notFound("capture", request.params.id);
      const { actor, services, ip, userAgent, workspaceId } = createContext(request);
      const call = { actor, address: ip, userAgent, workspaceId, input: { id: id.data } };
      return services.audit.around(
        { ...call, action: "captures.upload" },
        () => services.captures.receive(id.data, withoutPauses(request.raw, pauseMs)),
        (answer) => ({ outcome: "done", answer }),
      );
    },
  });
}

/** The bytes as they come; a sender that lets us wait too long is cut off. */
async function* withoutPauses(body: Readable, pauseMs: number): AsyncGenerator<Uint8Array> {
  const arm = () => setTimeout(() => body.destroy(new Error("The upload paused for too long.")), pauseMs);
  let timer = arm();
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = arm();
    }
  } finally {
    clearTimeout(timer);
  }
}
