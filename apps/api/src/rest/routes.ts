import { Readable } from "node:stream";
import { callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { diagnosticSchema } from "../shared/schemas.ts";
import type { Context } from "../trpc/context.ts";
import { appRouter } from "../trpc/router.ts";
import { openApi } from "./openApi.ts";
import { operations } from "./operations.ts";
import { propertiesOf, readParameter } from "./parameters.ts";
import { type Problem, refusedDocument, toProblem } from "./problem.ts";

type Options = {
  baseUrl: string;
  version: string;
  createContext(request: FastifyRequest): Promise<Context>;
};

const refusalSchema = z.object({ ok: z.literal(false), diagnostics: z.array(diagnosticSchema) });
const isLines = (value: unknown): value is AsyncIterable<string> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;
const fileSchema = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  /** the whole, or its pieces as they are read */
  text: z.union([z.string(), z.custom<AsyncIterable<string>>(isLines)]),
});
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `/api/v1`: the procedures of tRPC under methods and paths, with the same schemas, roles and services. */
export async function restRoutes(app: FastifyInstance, { baseUrl, version, createContext }: Options) {
  const description = openApi({ baseUrl, version });
  app.get("/api/openapi.json", () => description);

  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : Number.NaN;
    // errors of the HTTP layer (bad JSON, body too large) come with their status
    const problem: Problem =
      status >= 400 && status < 500
        ? {
            type: "urn:p4twin:problem:bad-request",
            title: "The request has mistakes",
            status,
            detail: String(error),
          }
        : toProblem(error);
    if (problem.status >= 500) request.log.error({ error }, "request failed");
    return reply.status(problem.status).type("application/problem+json").send(problem);
  });

  for (const operation of operations()) {
    const properties = propertiesOf(operation.input);
    app.route({
      method: operation.method,
      url: `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      async handler(request, reply) {
        const query = isRecord(request.query) ? request.query : {};
        const given = {
          ...Object.fromEntries(
            Object.entries(query).map(([name, text]) => [
              name,
              readParameter(text, properties.get(name)?.schema),
            ]),
          ),
          ...(isRecord(request.body) ? request.body : {}),
          ...(isRecord(request.params) ? request.params : {}),
        };
        const aborted = new AbortController();
        reply.raw.once("close", () => aborted.abort());
        const result = await callTRPCProcedure({
          router: appRouter,
          path: operation.procedure,
          type: operation.type,
          ctx: await createContext(request),
          getRawInput: async () => given,
          signal: aborted.signal,
          batchIndex: 0,
        });
        if (operation.file) {
          const { fileName, mediaType, text } = fileSchema.parse(result);
          return reply
            .type(mediaType)
            .header("content-disposition", `attachment; filename="${fileName}"`)
            .send(typeof text === "string" ? text : Readable.from(text));
        }
        const refusal = refusalSchema.safeParse(result);
        if (refusal.success) {
          const problem = refusedDocument(refusal.data.diagnostics);
          return reply.status(problem.status).type("application/problem+json").send(problem);
        }
        return reply.type("application/json").send(JSON.stringify(result));
      },
    });
  }

  app.all("/api/v1/*", (request, reply) =>
    reply
      .status(404)
      .type("application/problem+json")
      .send({
        type: "urn:p4twin:problem:not-found",
        title: "Not found",
        status: 404,
        detail: `There is no ${request.method} ${request.url.split("?")[0]}; /api/openapi.json lists what there is.`,
      } satisfies Problem),
  );
}
