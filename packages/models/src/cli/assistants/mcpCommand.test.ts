import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "p4twin-mcp-"));
let client: Client;
beforeAll(async () => {
  writeFileSync(join(folder, "broken.p4"), "header h {");
  client = new Client({ name: "test", version: "1" });
  const command = join(import.meta.dirname, "..", "..", "..", "bin", "p4twin.mjs");
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, "mcp"], cwd: folder }) as never,
  );
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

const call = async (name: string, given: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: given });
  const [first] = result.content as { text: string }[];
  return { text: first?.text ?? "", isError: result.isError === true };
};

it("lists its tools, all read-only, with their input", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "analyse_program",
    "estimate_latency",
    "run_packet",
    "review_change",
    "devices",
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
});

it("answers with what the commands print", async () => {
  const paths = JSON.parse((await call("analyse_program", { program: "lib:l3fwd" })).text);
  expect(paths.pathCount).toBeGreaterThan(1);
  const ran = await call("run_packet", { program: "lib:l3fwd", packets: ["eth/ipv4/udp"] });
  expect(JSON.parse(ran.text)).toMatchObject({ program: "l3fwd.p4", packets: [{ in: { port: 0 } }] });
  const review = await call("review_change", { base: "lib:l3fwd", head: "lib:l3fwd_firewall" });
  expect(review).toMatchObject({ isError: false, text: expect.stringContaining("{") });
});

it.each<[string, string, Record<string, unknown>, string]>([
  ["a program with errors", "analyse_program", { program: "broken.p4" }, "broken.p4:1"],
  ["a file that is not there", "analyse_program", { program: "none.p4" }, "none.p4"],
  ["an option in place of a name", "analyse_program", { program: "--entries=/etc/passwd" }, "does not begin"],
  ["standard input", "analyse_program", { program: "-" }, "does not begin"],
  [
    "the text of a program in place of its name",
    "analyse_program",
    { program: `// a program\n${"bit<8> b;".repeat(4_000)}` },
    "name that",
  ],
  ["a text of one line", "analyse_program", { program: "b".repeat(2_000) }, "at most 1024 characters"],
  ["a field that is not known", "devices", { out: "x" }, "out"],
  ["a packet that cannot be read", "run_packet", { program: "lib:l3fwd", packets: ["zzz"] }, "zzz"],
])("%s is told", async (_, tool, given, words) => {
  const { text, isError } = await call(tool, given);
  expect(isError).toBe(true);
  expect(text).toContain(words);
  expect(text.length).toBeLessThan(2_000);
});
