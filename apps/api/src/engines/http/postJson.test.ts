import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAllowList } from "./allowList.ts";
import { postJson } from "./postJson.ts";

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const jsonOf = (bytes: number): string => `"${"x".repeat(bytes - 2)}"`;

let server: Server;
let port = 0;
const bodies: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      bodies.push(body);
      const answers: Record<string, () => void> = {
        "/ok": () => response.end('{"estimates":[]}'),
        "/moved": () => response.writeHead(302, { location: `http://127.0.0.1:${port}/ok` }).end(),
        "/broken": () => response.writeHead(500).end("no"),
        "/at-the-bound": () => response.end(jsonOf(MAX_ANSWER_BYTES)),
        "/one-more": () => response.end(jsonOf(MAX_ANSWER_BYTES + 1)),
        "/html": () => response.end("<!doctype html><p>hello"),
        "/slow": () => {},
        "/large": () => {
          const part = Buffer.alloc(1024 * 1024, "1");
          const more = (): void => {
            if (!response.destroyed) response.write(part, () => setImmediate(more));
          };
          more();
        },
      };
      answers[request.url ?? ""]?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, hosts: string[], host = `127.0.0.1:${port}`) =>
  postJson(`http://${host}${path}`, { call: "estimate" }, readAllowList(hosts).list, {
    timeLimitS: path === "/slow" ? 0.2 : 20,
    // every name stands for this machine: what a hostile name server would say
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  });

describe("asking an engine over HTTP", () => {
  it("posts the question as JSON and gives the answer", async () => {
    await expect(ask("/ok", ["127.0.0.1"])).resolves.toEqual({ estimates: [] });
    expect(bodies.at(-1)).toBe('{"call":"estimate"}');
  });

  it("goes to the address that was checked, whatever the name would mean later", async () => {
    const hosts = ["engine.invalid", "127.0.0.1"];
    await expect(ask("/ok", hosts, `engine.invalid:${port}`)).resolves.toEqual({ estimates: [] });
  });

  it("reads an answer of 16 MB to its last byte, and refuses one of a byte more", async () => {
    await expect(ask("/at-the-bound", ["127.0.0.1"])).resolves.toHaveLength(MAX_ANSWER_BYTES - 2);
    await expect(ask("/one-more", ["127.0.0.1"])).rejects.toThrow(
      `the answer of 127.0.0.1:${port} is larger than ${MAX_ANSWER_BYTES} bytes`,
    );
  });

  const refused: [string, string, string[], string, string][] = [
    ["a host that is not listed", "/ok", [], "refused", "is not among the allowed hosts"],
    ["a redirect", "/moved", ["127.0.0.1"], "unreachable", "status 302: redirects are not followed"],
    ["an error", "/broken", ["127.0.0.1"], "unreachable", "answered with status 500"],
    ["a page", "/html", ["127.0.0.1"], "answer", 'is not JSON; it begins with "<!doctype'],
    ["no answer", "/slow", ["127.0.0.1"], "time", "had no answer within 0.2 s"],
    ["an answer without end", "/large", ["127.0.0.1"], "answer", "larger than"],
  ];
  it.each(refused)("%s is told in words", async (_what, path, hosts, kind, message) => {
    const failed = await ask(path, hosts).catch((error: unknown) => error);
    expect(failed).toMatchObject({ failure: { kind } });
    expect((failed as Error).message).toContain(message);
  });

  it("a listed name that stands for a private address is refused", async () => {
    const failed = ask("/ok", ["engine.invalid"], `engine.invalid:${port}`);
    await expect(failed).rejects.toThrow("resolves to the private address 127.0.0.1");
  });

  it("can be cancelled", async () => {
    const list = readAllowList(["127.0.0.1"]).list;
    const abort = new AbortController();
    const asked = postJson(`http://127.0.0.1:${port}/slow`, {}, list, {
      timeLimitS: 20,
      signal: abort.signal,
    });
    abort.abort(new Error("no longer wanted"));
    await expect(asked).rejects.toThrow("no longer wanted");
  });
});
