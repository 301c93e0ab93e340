import { connect, type Socket } from "node:net";
import {
  ReadFailure,
  readAnswer,
  readCall,
  type SettingsDoor,
  type ThriftAnswer,
  ThriftError,
  writeCall,
} from "../../attach/index.ts";
import { CODE } from "../../p4runtime/index.ts";

/** How long a call may take (our choice): a cell is read at once. */
const CALL_MS = 5_000;
/** BMv2 gives numbers of 64 bits with a sign. */
const MOST = 2n ** 63n - 1n;

/** Registers of a BMv2 switch by its Thrift port. Plain text: there is no other Thrift of BMv2. */
export function openThriftDoor(address: string): SettingsDoor & { close(): void } {
  const at = address.lastIndexOf(":");
  const host = address.slice(0, at).replace(/^\[|\]$/g, "");
  let socket: Socket | null = null;
  let sequence = 0;

  const opened = async (): Promise<Socket> => {
    if (socket) return socket;
    const fresh = connect({ host, port: Number(address.slice(at + 1)) });
    fresh.setNoDelay();
    fresh.setTimeout(CALL_MS, () => fresh.destroy(new Error("no answer in time")));
    await new Promise<void>((resolve, reject) => {
      fresh.once("connect", resolve);
      fresh.once("error", (error) => reject(gone(address, error)));
    });
    socket = fresh;
    return fresh;
  };

  const call = async (request: (sequence: number) => Uint8Array): Promise<ThriftAnswer> => {
    const connected = await opened();
    const asked = ++sequence;
    connected.write(request(asked));
    let heard: Buffer = Buffer.alloc(0);
    return new Promise((resolve, reject) => {
      const done = (): void => void connected.off("data", hear).off("error", fail).off("close", fail);
      const fail = (error?: unknown): void => {
        done();
        reject(gone(address, error instanceof Error ? error : new Error("the connection was closed")));
      };
      const hear = (data: Buffer): void => {
        heard = Buffer.concat([heard, data]);
        try {
          const answer = readAnswer(heard);
          if (!answer) return;
          if (answer.sequence !== asked || answer.bytes !== heard.length)
            throw new ThriftError("an answer to another call");
          done();
          resolve(answer);
        } catch (error) {
          done();
          reject(gone(address, error instanceof Error ? error : new Error(String(error))));
        }
      };
      connected.on("data", hear).once("error", fail).once("close", fail);
    });
  };

  return {
    async read(settings) {
      const found: (bigint | null)[] = [];
      for (const setting of settings) {
        if (setting.kind !== "register") {
          found.push(null);
          continue;
        }
        const answer = await call((n) => readCall(n, setting.register, setting.index));
        found.push(answer.ok ? answer.value : null);
      }
      return found;
    },
    async write(values) {
      const refused: (string | null)[] = [];
      for (const { setting, value } of values) {
        if (setting.kind !== "register") refused.push("Thrift writes registers only");
        else if (value < 0n || value > MOST) refused.push(`${value} is beyond what BMv2's Thrift takes`);
        else {
          const answer = await call((n) => writeCall(n, setting.register, setting.index, value));
          refused.push(answer.ok ? null : answer.why);
        }
      }
      return refused;
    },
    close: () => void socket?.destroy(),
  };
}

const gone = (address: string, { message }: Error): ReadFailure =>
  new ReadFailure(CODE.unavailable, `BMv2's Thrift at ${address}: ${message}`);
