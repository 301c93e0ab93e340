import { connect, type Socket } from "node:net";

/** Of the scalability protocols: both sides of a pair, and the side of a publisher that listens. */
const PROTOCOLS = { pair: 0x10, subscriber: 0x21 };

/**
 * A socket of nanomsg's over `ipc://`: a greeting that names the protocol, then messages of one byte 1, eight bytes of
 * length and the bytes themselves, on a Unix socket. Subscribers filter on their own side.
 */
export class Nanomsg {
  private readonly socket: Socket;
  private buffered: Buffer = Buffer.alloc(0);
  private isGreeted = false;

  /** Connects to the socket at `path`; `heard` takes the messages. */
  constructor(path: string, protocol: keyof typeof PROTOCOLS, heard: (message: Buffer) => void) {
    this.socket = connect(path);
    this.socket.on("error", () => undefined);
    this.socket.write(Buffer.from([0, 0x53, 0x50, 0, 0, PROTOCOLS[protocol], 0, 0]));
    this.socket.on("data", (data) => {
      this.buffered = Buffer.concat([this.buffered, data]);
      if (!this.isGreeted && this.buffered.length >= 8) {
        this.isGreeted = true;
        this.buffered = this.buffered.subarray(8);
      }
      while (this.isGreeted && this.buffered.length >= 9) {
        const end = 9 + Number(this.buffered.readBigUInt64BE(1));
        if (this.buffered.length < end) break;
        const message = this.buffered.subarray(9, end);
        this.buffered = this.buffered.subarray(end);
        heard(message);
      }
    });
  }

  send(message: Uint8Array): void {
    const head = Buffer.alloc(9);
    head[0] = 1;
    head.writeBigUInt64BE(BigInt(message.length), 1);
    this.socket.write(Buffer.concat([head, message]));
  }

  close(): void {
    this.socket.destroy();
  }
}
