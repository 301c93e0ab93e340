import { Readable } from "node:stream";
import { diagnosticSchema } from "@p4twin/models/core";
import { callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { refusalOf } from "../auth/access.ts";
import { DomainError } from "../errors.ts";
import { appRouter } from "../router.ts";
import type { Context } from "../trpc/context.ts";
import { openApi } from "./openApi.ts";
import { operations } from "./operations.ts";
import { propertiesOf, readParameter } from "./parameters.ts";
import { type Problem, refusedDocument } from "./problem.ts";

type Options = {
  baseUrl: string;
  version: string;
  createContext(request: FastifyRequest): Context;
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
  // made when it is first read: at a start it would be half a second of every process with this role
  let description: ReturnType<typeof openApi> | null = null;
  app.get("/api/openapi.json", () => {
    description ??= openApi({ baseUrl, version });
    return description;
  });

  for (const operation of operations()) {
    let properties: ReturnType<typeof propertiesOf> | null = null;
    const takesBody = operation.type === "mutation" || operation.method !== "GET";
    const access = {
      required: operation.role,
      noun: operation.procedure.split(".")[0] ?? "",
      changes: operation.type === "mutation",
    };
    app.route({
      method: operation.method,
      url: `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      // before the body is read: nobody makes us hold what we refuse
      async onRequest(request) {
        const refusal = refusalOf(request.caller, access);
        if (refusal) throw refusal;
      },
      async handler(request, reply) {
        const query = isRecord(request.query) ? request.query : {};
        // which workspace it is about is no input
        const inQuery = Object.entries(query).filter(([name]) => name !== "workspace");
        if (takesBody && inQuery.length > 0)
          throw new DomainError("bad_input", "This takes its input from the body, nothing from the address.");
        properties ??= propertiesOf(operation.input);
        const schemas = properties;
        const given = {
          ...Object.fromEntries(
            inQuery.map(([name, text]) => [name, readParameter(text, schemas.get(name)?.schema)]),
          ),
          ...(takesBody && isRecord(request.body) ? request.body : {}),
          ...(isRecord(request.params) ? request.params : {}),
        };
        const aborted = new AbortController();
        reply.raw.once("close", () => aborted.abort());
        const result = await callTRPCProcedure({
          router: appRouter,
          path: operation.procedure,
          type: operation.type,
          ctx: createContext(request),
          getRawInput: async () => given,
          signal: aborted.signal,
          batchIndex: 0,
        });
        if (operation.files) {
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
