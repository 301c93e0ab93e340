import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../errors.ts";
import type { EdgeBounds } from "./bounds.ts";
import { hasBody } from "./refusals.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** the body goes to disk while it arrives: nothing of it is held */
    streamsBody?: boolean;
  }
}

type Options = {
  bounds: Pick<EdgeBounds, "bodyBytes" | "anonymousBodyBytes" | "bodiesBytes" | "bodyMs">;
  isKnown(request: FastifyRequest): boolean;
};

const RETRY_S = 2;
const LINGER_MS = 2_000;

/**
 * Lets bodies in: of a size that its sender may send, all together within a bound, each within a time. Runs
 * after who asks is known.
 */
export function admitBodies(app: FastifyInstance, { bounds, isKnown }: Options): { inFlight(): number } {
  let inFlight = 0;

  app.addHook("preParsing", async (request, reply) => {
    if (!hasBody(request) || request.routeOptions.config.streamsBody) return;
    // a length that is not told may become the largest
    const told = request.headers["content-length"];
    const bytes = told === undefined ? bounds.bodyBytes : Number(told);
    if (!isKnown(request) && bytes > bounds.anonymousBodyBytes)
      throw new DomainError(
        "too_large",
        `Without a session or a token a body holds ${bounds.anonymousBodyBytes / 1024} kB at most, and says its length.`,
      );
    if (bytes > bounds.bodyBytes)
      throw new DomainError(
        "too_large",
        `A document holds ${bounds.bodyBytes / 1024 / 1024} MB at most; this one has ${Math.ceil(bytes / 1024 / 1024)} MB.`,
      );
    if (inFlight + bytes > bounds.bodiesBytes)
      throw new DomainError(
        "unavailable",
        "Too many large documents are under way. Try again in a moment.",
        [],
        RETRY_S,
      );
    // gone while we asked who it is: nobody would give the bytes back
    if (reply.raw.destroyed) throw new DomainError("bad_input", "The connection has ended.");
    inFlight += bytes;
    const { socket } = request.raw;
    const tooSlow = setTimeout(() => {
      // as Node answers headers that do not arrive
      socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
      socket.destroySoon();
    }, bounds.bodyMs);
    request.raw.once("end", () => clearTimeout(tooSlow));
    reply.raw.once("close", () => {
      clearTimeout(tooSlow);
      inFlight -= bytes;
    });
  });

  // of what is refused before its body was read, the rest is thrown away for a moment: closed at once, the
  // sender would not see why
  app.addHook("onSend", async (request) => {
    const { raw } = request;
    if (!hasBody(request) || raw.complete) return;
    setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, LINGER_MS).unref();
  });

  return { inFlight: () => inFlight };
}
