import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { send, sessionCookie } from "../../testing/browser.ts";
import { eventually } from "../../testing/eventually.ts";
import { BASE_URL, createWorld, type World } from "../../testing/world.ts";
import { repositoryRoot } from "../config.ts";
import { defaultEdgeBounds, type EdgeBounds } from "./bounds.ts";

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await createWorld();
  cookie = await sessionCookie(world, "operator");
});
afterAll(() => world.dispose());

const listening = async (bounds: Partial<EdgeBounds> = {}): Promise<string> =>
  (await world.http({ bounds })).listen({ host: "127.0.0.1", port: 0 });

/** A connection that speaks HTTP by hand; `said` is what came back, `closed` whether the server ended it. */
function open(base: string) {
  const { hostname, port } = new URL(base);
  const socket: Socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  const state = { said: "", closed: false };
  socket.on("data", (chunk) => {
    state.said += chunk;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    state.closed = true;
  });
  return { socket, state };
}

const head = (length: number | "chunked", who: string): string =>
  [
    "POST /api/v1/programs HTTP/1.1",
    "Host: 127.0.0.1",
    `Origin: ${BASE_URL}`,
    "Content-Type: application/json",
    ...(who ? [`Cookie: ${who}`] : []),
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
    "",
    "",
  ].join("\r\n");

describe("bodies", () => {
  test("25 bodies of 60 MB to what needs a session are refused before a byte of them is read", async () => {
    const base = await listening();
    const connections = Array.from({ length: 25 }, () => open(base));
    // only the beginning comes: whoever waits for the rest has not asked who it is
    for (const { socket } of connections) socket.write(`${head(60 * 1024 * 1024, "")}{"name":"`);
    for (const { state } of connections)
      await eventually(() => {
        expect(state.said).toMatch(/^HTTP\/1\.1 401 /);
        expect(state.closed).toBe(true);
      });
  });

  test("a body of a length that is not told is refused of somebody unknown", async () => {
    const base = await listening();
    const { socket, state } = open(base);
    socket.write(head("chunked", "").replace("/api/v1/programs", "/trpc/users.me"));
    await eventually(() => expect(state.said).toMatch(/^HTTP\/1\.1 413 /));
  });

  test("a document larger than the bound is refused by what it says of itself, and by what comes", async () => {
    const base = await listening({ bodyBytes: 10_000 });
    const told = open(base);
    told.socket.write(head(10_001, cookie));
    await eventually(() => expect(told.state.said).toMatch(/^HTTP\/1\.1 413 [\s\S]*too-large/));
    const untold = open(base);
    const chunk = "x".repeat(6_000);
    untold.socket.write(head("chunked", cookie));
    for (let i = 0; i < 2; i++) untold.socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    await eventually(() => expect(untold.state.said).toMatch(/^HTTP\/1\.1 413 /));
  });

  test("bodies under way are bounded together; who comes too late is told when to try again", async () => {
    const base = await listening({ bodyBytes: 10_000, bodiesBytes: 20_000 });
    const begin = () => {
      const connection = open(base);
      connection.socket.write(`${head(9_000, cookie)}{`);
      return connection;
    };
    const slow = [begin(), begin()];
    const body = JSON.stringify({ name: "x.p4", source: "y".repeat(5_000) });
    const headers = { cookie, origin: BASE_URL, "content-type": "application/json" };
    const post = () => send(base, { method: "POST", path: "/api/v1/programs", headers, body });
    await eventually(async () => {
      // a slow one that came while another body took its room was refused itself
      slow.forEach(({ state }, i) => {
        if (state.said !== "") slow[i] = begin();
      });
      expect(await post()).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    });
    for (const { socket } of slow) socket.destroy();
    await eventually(async () => expect((await post()).status).toBe(200));
  });

  test("a body that does not come is given up, with its connection", async () => {
    const base = await listening({ bodyMs: 100 });
    const { socket, state } = open(base);
    socket.write(`${head(100, cookie)}{"name":`);
    await eventually(() => {
      expect(state.said).toMatch(/^HTTP\/1\.1 408 /);
      expect(state.closed).toBe(true);
    });
    // the rest of the server goes on
    expect((await send(base, { path: "/healthz" })).status).toBe(200);
  });
});

describe("connections", () => {
  test("headers that do not come are given up", async () => {
    const base = await listening({ headersMs: 100 });
    const [silent, slow] = [open(base), open(base)];
    slow.socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0");
    for (const { state } of [silent, slow]) await eventually(() => expect(state.closed).toBe(true));
  });

  test("more than the bound are closed, those that are there stay", async () => {
    const base = await listening({ connections: 2 });
    const first = [open(base), open(base)];
    for (const { socket, state } of first) {
      socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      await eventually(() => expect(state.said).toContain("alive"));
    }
    const third = open(base);
    await eventually(() => expect(third.state.closed).toBe(true));
    expect(first.map(({ state }) => state.closed)).toEqual([false, false]);
  });
});

describe("live streams", () => {
  const deployment = async (): Promise<string> =>
    (await (await world.as("operator")).deployments.create({ name: `live ${Math.random()}` })).id;
  const stream = (deploymentId: string): string =>
    [
      `GET /trpc/twin.live?input=${encodeURIComponent(JSON.stringify({ deploymentId }))} HTTP/1.1`,
      "Host: 127.0.0.1",
      "Accept: text/event-stream",
      `Cookie: ${cookie}`,
      "",
      "",
    ].join("\r\n");

  test("one person has so many; another place is there when one is closed", async () => {
    const base = await listening({ streamsPerPerson: 2 });
    const ask = stream(await deployment());
    const watching = [open(base), open(base)];
    for (const { socket, state } of watching) {
      socket.write(ask);
      await eventually(() => expect(state.said).toMatch(/^HTTP\/1\.1 200 /));
    }
    const third = open(base);
    third.socket.write(ask);
    await eventually(() => expect(third.state.said).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 10/i));
    watching[0]?.socket.destroy();
    await eventually(async () => {
      const again = open(base);
      again.socket.write(ask);
      await eventually(() => expect(again.state.said).not.toBe(""));
      expect(again.state.said).toMatch(/^HTTP\/1\.1 200 /);
    });
  });

  test("a client that reads nothing of its answer is let go", async () => {
    const app = await world.http({ bounds: { unreadMs: 200 } });
    const base = await app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { cookie, origin: BASE_URL, "content-type": "application/json" };
    const body = JSON.stringify({ name: "large.p4", source: "y".repeat(1_900_000) });
    const made = await send(base, { method: "POST", path: "/api/v1/programs", headers, body });
    const { id } = JSON.parse(made.body);
    const { socket } = open(base);
    const get = `GET /api/v1/program-versions/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`;
    socket.pause();
    // more than the kernel takes for both sides
    socket.write(get.repeat(20));
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    await eventually(async () => expect(await connections()).toBe(1));
    await eventually(async () => expect(await connections()).toBe(0));
  });
});

test("the table of bounds in the documentation tells the numbers of the code", async () => {
  const text = await readFile(join(repositoryRoot, "docs", "18-edge.md"), "utf8");
  for (const [name, value] of Object.entries(defaultEdgeBounds)) {
    const told = name.endsWith("Bytes")
      ? value >= 1024 * 1024
        ? `${value / 1024 / 1024} MB`
        : `${value / 1024} kB`
      : name.endsWith("Ms")
        ? value >= 3_600_000
          ? `${value / 3_600_000} h`
          : `${value / 1_000} s`
        : value.toLocaleString("en");
    expect(text, name).toContain(`| ${told} |`);
  }
});
