import { encodeUdpFrame } from "@p4twin/models/telemetry";
import koffi from "koffi";

// Linux, 64 bit: sizes of struct mmsghdr, iovec and sockaddr_in
const SIZE_MMSGHDR = 64;
const SIZE_IOVEC = 16;
const SIZE_NAME = 16;
const AF_INET = 2;
const AF_PACKET = 17;
const SIZE_SOCKADDR_LL = 20;
const SOCK_DGRAM = 2;
const SOCK_RAW = 3;
const SOCK_CLOEXEC = 0o2000000;
const SOL_SOCKET = 1;
const SO_SNDBUFFORCE = 32;
const SOL_UDP = 17;
const UDP_SEGMENT = 103;
const SEND_BUFFER_BYTES = 4 * 1024 * 1024;
const ECONNREFUSED = 111;
/** Datagrams of one system call at most. */
const BATCH = 64;

const libc = koffi.load("libc.so.6");
const socket = libc.func("int socket(int, int, int)");
const bind = libc.func("int bind(int, void*, unsigned int)");
const connect = libc.func("int connect(int, void*, unsigned int)");
const setsockopt = libc.func("int setsockopt(int, int, int, void*, unsigned int)");
const send = libc.func("long send(int, void*, size_t, int)");
const sendmmsg = libc.func("int sendmmsg(int, void*, unsigned int, int)");
const close = libc.func("int close(int)");
const if_nametoindex = libc.func("unsigned int if_nametoindex(const char*)");

/** Where frames of an interface go: to another machine, as on a mirror port. */
const ELSEWHERE = "192.0.2.1";
/** Ethernet, IPv4 and UDP in front of a datagram. */
const FRAME_BYTES = 14 + 20 + 8;

function nameOf(address: string, port: number): Buffer {
  const name = Buffer.alloc(SIZE_NAME);
  name.writeUInt16LE(AF_INET, 0);
  name.writeUInt16BE(port, 2);
  name.set(address.split(".").map(Number), 4);
  return name;
}

function openUdp(from: string, port: number): number {
  const fd: number = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (bind(fd, nameOf(from, 0), SIZE_NAME) !== 0 || connect(fd, nameOf("127.0.0.1", port), SIZE_NAME) !== 0)
    throw new Error(`no UDP socket from ${from} to port ${port} (errno ${koffi.errno()})`);
  return fd;
}

/** A socket that sends frames through an interface, and receives none. */
function openFrames(through: string): number {
  const fd: number = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
  const name = Buffer.alloc(SIZE_SOCKADDR_LL);
  name.writeUInt16LE(AF_PACKET, 0);
  name.writeUInt32LE(if_nametoindex(through), 4);
  if (bind(fd, name, name.length) !== 0)
    throw new Error(`no frames leave by ${through} (errno ${koffi.errno()})`);
  return fd;
}

export type UdpSenderConfig = {
  /** address of the exporter; of loopback where datagrams are sent, e.g. 127.0.2.1 */
  from: string;
  port: number;
  /** sent in turn, over and over */
  datagrams: readonly Uint8Array[];
  /** offset of a 32-bit sequence number that counts on with every datagram; null leaves the bytes as they are */
  sequenceAt: number | null;
  /** an interface: whole frames leave by it, to another machine; without one datagrams go to loopback */
  through?: string | undefined;
  /** datagrams of one length leave as one, which the kernel parts (UDP_SEGMENT): a third of the sender's time */
  asOne?: boolean;
};

/**
 * Sends UDP as fast as the kernel takes it: up to 64 datagrams a system call, nothing allocated.
 * What `send` returns has left: the kernel has either queued it at the receiver's socket or counted it as
 * dropped there.
 */
export function createUdpSender({
  from,
  port,
  datagrams: payloads,
  sequenceAt: at,
  through,
  asOne = false,
}: UdpSenderConfig) {
  const fd = through === undefined ? openUdp(from, port) : openFrames(through);
  const path = { src: from, dst: ELSEWHERE, srcPort: port, dstPort: port };
  const datagrams = through === undefined ? payloads : payloads.map((d) => encodeUdpFrame(d, path));
  const sequenceAt = at === null || through === undefined ? at : FRAME_BYTES + at;
  const size = Buffer.alloc(4);
  size.writeInt32LE(SEND_BUFFER_BYTES);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, size, 4);

  const longest = Math.max(...datagrams.map((d) => d.length));
  if (asOne) {
    size.writeInt32LE(longest);
    if (datagrams.some((d) => d.length !== longest) || setsockopt(fd, SOL_UDP, UDP_SEGMENT, size, 4) !== 0)
      throw new Error("only datagrams of one length leave as one, on Linux from 4.18");
  }

  // a ring of whole batches, so that the headers of the next ones always stand in a row
  const ring = BATCH * datagrams.length;
  const slot = asOne ? longest : (longest + 7) & ~7;
  const iovecs = ring * SIZE_MMSGHDR;
  const data = iovecs + ring * SIZE_IOVEC;
  const block = koffi.alloc("uint8_t", data + ring * slot);
  const base = koffi.address(block);
  const memory = new Uint8Array(koffi.view(block, data + ring * slot));
  const view = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
  memory.fill(0);
  for (let i = 0; i < ring; i++) {
    const datagram = datagrams[i % datagrams.length];
    memory.set(datagram, data + i * slot);
    view.setBigUint64(i * SIZE_MMSGHDR + 16, base + BigInt(iovecs + i * SIZE_IOVEC), true);
    view.setBigUint64(i * SIZE_MMSGHDR + 24, 1n, true);
    view.setBigUint64(iovecs + i * SIZE_IOVEC, base + BigInt(data + i * slot), true);
    view.setBigUint64(iovecs + i * SIZE_IOVEC + 8, BigInt(datagram.length), true);
  }
  let next = 0;
  let sent = 0;

  const sendSome = (count: number): number => {
    const some = Math.min(count, BATCH, ring - next);
    if (sequenceAt !== null)
      for (let i = 0; i < some; i++)
        view.setUint32(data + (next + i) * slot + sequenceAt, (sent + i) >>> 0, false);
    const taken: number = asOne
      ? Number(send(fd, base + BigInt(data + next * slot), some * slot, 0)) / slot
      : sendmmsg(fd, base + BigInt(next * SIZE_MMSGHDR), some, 0);
    // nobody listens just now: the kernel says so of a datagram before, and takes none
    if (taken <= 0 && koffi.errno() === ECONNREFUSED) return 0;
    if (taken <= 0) throw new Error(`sending from ${from} failed (errno ${koffi.errno()})`);
    next = (next + taken) % ring;
    sent += taken;
    return taken;
  };

  return {
    get sent() {
      return sent;
    },
    send(count: number): void {
      for (let left = count; left > 0; ) left -= sendSome(left);
    },
    /** Counts datagrams as sent that never leave: a link that loses them. */
    lose(count: number): void {
      next = (next + count) % ring;
      sent += count;
    },
    close(): void {
      close(fd);
      koffi.free(block);
    },
  };
}
export type UdpSender = ReturnType<typeof createUdpSender>;
