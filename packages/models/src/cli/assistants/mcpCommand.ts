import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import manifest from "../../../package.json" with { type: "json" };
import { parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { inputError, UsageError } from "../errors.ts";
import { localTools, runLocalTool } from "./localTools.ts";

export const mcpCommand: Command = {
  name: "mcp",
  summary: "tools for assistants over the Model Context Protocol, on standard input and output",
  usage: `usage: p4twin mcp [--server URL]

Read-only tools for assistants: paths and latency of programs, packets through them, reviews of changes, devices; files
are those of the current folder. With a server also what it predicts and observes: segments, verdicts, events, what-if.
  --server URL              a P4Twin server; P4TWIN_TOKEN holds an API token, whose role and nouns count`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, { server: { type: "string" } });
    if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is one too many`);
    const remote = values.server === undefined ? null : await connect(values.server);
    const server = new Server(
      { name: "p4twin", version: manifest.version },
      {
        capabilities: { tools: {} },
        instructions: "Latencies are in us. null is unknown, never zero. Numbers name their source.",
      },
    );
    server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: [
        ...localTools.map(({ name, description, input }) => ({
          name,
          description,
          inputSchema: { ...z.toJSONSchema(input), type: "object" as const },
          annotations: { readOnlyHint: true },
        })),
        ...((await remote?.listTools())?.tools ?? []),
      ],
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
      const local = localTools.find(({ name }) => name === params.name);
      if (!local && remote) return (await remote.callTool(params)) as CallToolResult;
      const answer = local
        ? await runLocalTool(local, params.arguments, io)
        : { text: `there is no tool ${params.name}`, isError: true };
      return { content: [{ type: "text", text: answer.text }], isError: answer.isError };
    });
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve;
      io.signal.addEventListener("abort", () => resolve(), { once: true });
      // the transport does not tell that its client has gone
      process.stdin.once("end", resolve);
    });
    await server.connect(new StdioServerTransport());
    await closed;
    await server.close();
    await remote?.close();
    return exitCode.done;
  },
};

async function connect(address: string): Promise<Client> {
  const token = process.env.P4TWIN_TOKEN;
  if (!token) throw new UsageError("P4TWIN_TOKEN is empty: make an API token in the account's settings");
  if (!URL.canParse(address)) throw new UsageError(`--server takes a URL, not "${address}"`);
  const client = new Client({ name: "p4twin", version: manifest.version });
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", address), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  try {
    await client.connect(transport as Parameters<Client["connect"]>[0]);
  } catch (error) {
    throw inputError(address, "mcp-server", error instanceof Error ? error.message : String(error));
  }
  return client;
}
