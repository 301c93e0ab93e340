import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { missingTools } from "./tools.ts";

let world: World;
let url: URL;
beforeAll(async () => {
  world = await createWorld();
  const app = await world.http();
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  url = new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/mcp`);
});
afterAll(() => world.dispose());

/** An assistant by the SDK's own client. */
async function assistant(token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}`, host: "127.0.0.1:3000" };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never);
  return client;
}
const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? "";

test("every tool that is offered is a procedure that changes nothing", () => {
  expect(missingTools()).toEqual([]);
});

test("lists tools with their input, and calls procedures with the token's role", async () => {
  const operator = await world.as("operator");
  const created = await operator.programs.create({ name: "a.p4", source: "one" });
  const { token } = await operator.users.tokens.create({ name: "mcp" });
  const client = await assistant(token);
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "programs_estimate")?.inputSchema).toMatchObject({
    type: "object",
    required: expect.arrayContaining(["device"]),
  });
  const listed = await client.callTool({ name: "programs_list", arguments: {} });
  expect(JSON.parse(textOf(listed))).toMatchObject([{ id: created.programId, name: "a.p4" }]);
  const wrong = await client.callTool({ name: "programs_get", arguments: { id: "x" } });
  expect(wrong.isError).toBe(true);
  expect((await client.callTool({ name: "programs_create", arguments: { name: "b" } })).isError).toBe(true);
  await client.close();
});

test("an answer of more characters than an assistant reads is refused in words", async () => {
  const operator = await world.as("operator");
  const source = `// ${"x".repeat(200_000)}`;
  const { id } = await operator.programs.create({ name: "long.p4", source });
  const { token } = await operator.users.tokens.create({ name: "long" });
  const client = await assistant(token);
  const answer = await client.callTool({ name: "programs_get", arguments: { versionId: id } });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toMatch(/^The answer has 200\d{3} characters, more than 200000: ask for/);
  await client.close();
});

test("a token for some nouns sees their tools only, and nobody sees none", async () => {
  const operator = await world.as("operator");
  const { token } = await operator.users.tokens.create({ name: "events", nouns: ["events"] });
  const client = await assistant(token);
  expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual([
    "events_get",
    "events_list",
  ]);
  await client.close();
  await expect(assistant("p4t_wrong")).rejects.toThrow();
});
