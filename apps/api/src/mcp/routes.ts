import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refusalOf } from "../auth/access.ts";
import { DomainError } from "../errors.ts";
import { appRouter } from "../router.ts";
import type { Context } from "../trpc/context.ts";
import { toolsFor } from "./tools.ts";

type Options = {
  version: string;
  createContext(request: FastifyRequest): Context;
  /** how long a tool may compute, and how many characters it may answer */
  bounds: { toolMs: number; toolChars: number };
};

const told = (text: string, isError = false): CallToolResult => ({
  content: [{ type: "text", text }],
  isError,
});

/**
 * `/api/mcp`: the Model Context Protocol over HTTP for assistants, with the tokens and roles of the API. Read-only;
 * each request stands for itself, so any process can answer it.
 */
export async function mcpRoutes(app: FastifyInstance, options: Options) {
  app.route({
    method: "POST",
    url: "/api/mcp",
    async onRequest(request) {
      const refusal = refusalOf(request.caller, { required: "viewer", noun: "mcp", changes: false });
      // what a token is for is looked at for each tool
      if (refusal && !request.caller?.token) throw refusal;
    },
    async handler(request, reply) {
      const server = serverFor(request, options);
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      reply.hijack();
      reply.raw.once("close", () => void server.close());
      await server.connect(transport as Parameters<Server["connect"]>[0]);
      await transport.handleRequest(request.raw, reply.raw, request.body);
    },
  });
  // there is no stream to listen to, and no session to end
  app.route({
    method: ["GET", "DELETE"],
    url: "/api/mcp",
    handler: (_, reply) => reply.status(405).header("allow", "POST").send(),
  });
}

function serverFor(request: FastifyRequest, { version, createContext, bounds }: Options): Server {
  const tools = toolsFor(request.caller);
  const server = new Server(
    { name: "p4twin", version },
    {
      capabilities: { tools: {} },
      instructions:
        "P4Twin predicts and observes the latency of P4 clouds. Latencies are in us; null is unknown, never zero.",
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
      annotations: { readOnlyHint: true },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) return told(`There is no tool ${params.name} for this token.`, true);
    const limit = AbortSignal.timeout(bounds.toolMs);
    try {
      const result: unknown = await callTRPCProcedure({
        router: appRouter,
        path: tool.operation.procedure,
        type: "query",
        ctx: createContext(request),
        getRawInput: async () => params.arguments ?? {},
        signal: limit,
        batchIndex: 0,
      });
      const text = JSON.stringify(result ?? null);
      return text.length > bounds.toolChars
        ? told(
            `The answer has ${text.length} characters, more than ${bounds.toolChars}: ask for a shorter range, fewer rows or one object.`,
            true,
          )
        : told(text);
    } catch (error) {
      if (limit.aborted)
        return told(
          `It took more than ${bounds.toolMs / 1_000} s and was ended: ask for a shorter range or fewer rows.`,
          true,
        );
      if (error instanceof Error && isToBeTold(error)) return told(error.message, true);
      request.log.error({ error, tool: tool.name }, "tool failed");
      return told("Something went wrong; the server's log tells what.", true);
    }
  });
  return server;
}

/** Refusals and wrong input are for the caller; the rest stays in the log. */
const isToBeTold = (error: Error): boolean =>
  error instanceof DomainError ||
  error.cause instanceof DomainError ||
  ("code" in error && error.code !== "INTERNAL_SERVER_ERROR");
