import { createServer, type Socket } from "node:net";

/**
 * A Thrift server as BMv2's, for registers only, on a free port of loopback. Written from the protocol and not from
 * `bmv2Thrift.ts`: it reads what the client sends by itself.
 */
export async function startThriftServer(registers: Map<string, bigint[]>) {
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  const plan = { dieBeforeAnswer: -1, ignoreWrites: false };
  const server = createServer((socket) => {
    sockets.add(socket);
    let heard = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      heard = Buffer.concat([heard, data]);
      const name = heard.subarray(8, 8 + heard.readInt32BE(4)).toString();
      let at = 8 + name.length;
      const sequence = heard.readInt32BE(at);
      at += 4 + 3 + 4 + 3;
      const register = heard.subarray(at + 4, at + 4 + heard.readInt32BE(at)).toString();
      at += 4 + register.length + 3;
      const index = heard.readInt32BE(at);
      const isWrite = name === "standard:bm_register_write";
      const value = isWrite ? heard.readBigInt64BE(at + 4 + 3) : null;
      heard = Buffer.alloc(0);
      calls.push(`${name} ${register} ${index}${isWrite ? ` ${value}` : ""}`);
      if (calls.length - 1 === plan.dieBeforeAnswer) {
        socket.destroy();
        return;
      }
      const cells = registers.get(register);
      const code = !cells ? 1 : index >= cells.length ? 2 : 0;
      if (cells && code === 0 && value !== null && !plan.ignoreWrites) cells[index] = value;
      socket.write(
        answer(name.replace("standard:", ""), sequence, code, isWrite ? null : (cells?.[index] ?? null)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  return {
    address: `127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`,
    calls,
    plan,
    registers,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function answer(name: string, sequence: number, code: number, value: bigint | null): Buffer {
  const head = Buffer.alloc(12 + name.length);
  head.writeUInt32BE(0x80010002, 0);
  head.writeInt32BE(name.length, 4);
  head.write(name, 8);
  head.writeInt32BE(sequence, 8 + name.length);
  if (code > 0) return Buffer.concat([head, Buffer.from([12, 0, 1, 8, 0, 1, 0, 0, 0, code, 0, 0])]);
  if (value === null) return Buffer.concat([head, Buffer.from([0])]);
  const body = Buffer.alloc(12);
  body[0] = 10;
  body.writeBigInt64BE(value, 3);
  return Buffer.concat([head, body]);
}
