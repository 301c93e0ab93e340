import { Server, type ServerWritableStream, status } from "@grpc/grpc-js";
import { expect, it, onTestFinished } from "vitest";
import { listen } from "../../../testing/cli/listen.ts";
import { p4RuntimeService } from "../../p4runtime/index.ts";
import { connect, readingWith } from "./grpcChannel.ts";

type Answer = ServerWritableStream<Uint8Array, Uint8Array>;

/** A switch that answers reads as the test says; its address. */
async function answering(answer: (call: Answer) => void): Promise<string> {
  const bytes = {
    serialize: (value: Uint8Array) => Buffer.from(value),
    deserialize: (value: Buffer) => value,
  };
  const server = new Server();
  const read = {
    ...{ path: p4RuntimeService.read.path, requestStream: false, responseStream: true },
    ...{ requestSerialize: bytes.serialize, requestDeserialize: bytes.deserialize },
    ...{ responseSerialize: bytes.serialize, responseDeserialize: bytes.deserialize },
  };
  server.addService({ read }, { read: answer });
  onTestFinished(() => server.forceShutdown());
  return listen(server);
}

/** Reads all entries with bounds of `silentMs` and `readMs`. */
async function readAll(address: string, silentMs?: number, readMs?: number): Promise<void> {
  const channel = readingWith(connect({ address, tls: null, serverName: null }), silentMs, readMs);
  onTestFinished(channel.close);
  for await (const _ of channel.read(1n, { entity: { kind: "tableEntry", value: {} } }));
}

it("a switch that is silent for longer than the bound ends the read", async () => {
  const address = await answering(() => {});
  await expect(readAll(address, 50)).rejects.toMatchObject({ code: status.CANCELLED });
});

it("a read that takes longer than the bound ends, though the switch goes on answering", async () => {
  const address = await answering((call) => {
    const timer = setInterval(() => call.write(new Uint8Array(0)), 10);
    call.on("close", () => clearInterval(timer)).on("cancelled", () => clearInterval(timer));
  });
  await expect(readAll(address, undefined, 200)).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
});
