import { createServer, type Server, type Socket, connect as toSwitch } from "node:net";
import { afterEach, expect, test } from "vitest";
import { routeEntity, startTestSwitch } from "../../../testing/cli/testSwitch.ts";
import { lookAtSwitch } from "./lookAt.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `127.0.0.1:${address.port}`;
}

/** A line to a switch that does something after so many bytes of its answer. */
async function lineTo(address: string, after: number, then: (near: Socket, chunk: Buffer) => Buffer | null) {
  const sockets = new Set<Socket>();
  let passed = 0;
  const server = createServer((near) => {
    const [host, port] = address.split(":");
    const far = toSwitch(Number(port), host);
    for (const each of [near, far]) {
      sockets.add(each);
      // what ends the line ends both
      each.on("error", () => undefined).on("close", () => void [near, far].map((one) => one.destroy()));
    }
    near.pipe(far);
    far.on("data", (chunk: Buffer) => {
      const before = passed;
      passed += chunk.length;
      const sent = before <= after && passed > after ? then(near, chunk.subarray(0)) : chunk;
      if (sent && !near.destroyed) near.write(sent);
    });
  });
  opened.push({
    close: () => {
      server.close();
      for (const each of sockets) each.destroy();
    },
  });
  return { address: await listening(server), passed: () => passed };
}

const look = (address: string) =>
  lookAtSwitch({ address, deviceId: "1", tls: null, serverName: null, bound: {} });

async function target() {
  const entries = Array.from({ length: 400 }, (_, n) => routeEntity(n, 3, 5n));
  const made = await startTestSwitch({ entries, perMessage: 50 });
  opened.push({ close: made.stop });
  return made;
}

test("a line that breaks at any byte: unreachable, or all that there was; never a part as the whole", async () => {
  const { address, calls } = await target();
  const whole = await look(address);
  if (whole.kind !== "read") throw new Error(JSON.stringify(whole));
  const line = await lineTo(address, Number.POSITIVE_INFINITY, () => null);
  await look(line.address);
  const bytes = line.passed();
  expect(bytes).toBeGreaterThan(20_000);
  for (let i = 0; i < 12; i++) {
    const at = Math.floor((bytes * i) / 12);
    const broken = await lineTo(address, at, (near, chunk) => {
      near.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => near.resetAndDestroy());
      return null;
    });
    const seen = await look(broken.address);
    if (seen.kind === "read") expect(seen.root).toBe(whole.root);
    else expect(seen).toMatchObject({ kind: "failed", message: expect.stringMatching(/Check|time/) });
  }
  expect(new Set(calls.filter((call) => /stream|write|push/.test(call)))).toEqual(new Set());
});

test("a line that changes bytes: what came is read or refused in words", async () => {
  const { address } = await target();
  for (let i = 0; i < 12; i++) {
    const bad = await lineTo(address, 400 + 1_999 * i, (_, chunk) => {
      const copy = Buffer.from(chunk);
      for (let at = i; at < copy.length; at += 101) copy[at] = copy[at]! ^ (1 << (i % 8));
      return copy;
    });
    expect(["read", "empty", "failed"]).toContain((await look(bad.address)).kind);
  }
});

test.each([
  ["a web server", "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"],
  ["a greeting", "220 mail.example.org ESMTP\r\n"],
  ["zeroes", "\0".repeat(100)],
  ["the frame of a message of 16 MB", "\xff\xff\xff\x00\x00\x00\x00\x00\x01"],
])("what speaks %s is not taken for a switch", async (_, greeting) => {
  const server = createServer((socket) => {
    opened.push({ close: () => void socket.destroy() });
    socket.on("error", () => undefined).end(Buffer.from(greeting, "latin1"));
  });
  opened.push({ close: () => void server.close() });
  const seen = await look(await listening(server));
  expect(seen).toMatchObject({ kind: "failed", message: expect.stringContaining("Check") });
});
