import koffi from "koffi";
import type { BoundPort, DatagramSource, OnDatagram, Sender, SourceConfig } from "./source.ts";

// Linux, 64 bit: sizes and offsets of struct mmsghdr, iovec and cmsghdr are the same on x86-64 and arm64.
const MESSAGES = 256;
const SIZE_MMSGHDR = 64;
const SIZE_IOVEC = 16;
const SIZE_NAME = 16;
const SIZE_CONTROL = 32;
const AF_INET = 2;
const SOCK_DGRAM = 2;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_RCVBUFFORCE = 33;
const SO_RXQ_OVFL = 40;
const MSG_DONTWAIT = 0x40;
const MSG_TRUNC = 0x20;
const POLLIN = 1;
const EAGAIN = 11;

function openLibc() {
  const libc = koffi.load("libc.so.6");
  return {
    socket: libc.func("int socket(int, int, int)"),
    bind: libc.func("int bind(int, void*, unsigned int)"),
    getsockname: libc.func("int getsockname(int, void*, void*)"),
    setsockopt: libc.func("int setsockopt(int, int, int, void*, unsigned int)"),
    getsockopt: libc.func("int getsockopt(int, int, int, void*, void*)"),
    recvmmsg: libc.func("int recvmmsg(int, void*, unsigned int, int, void*)"),
    poll: libc.func("int poll(void*, unsigned long, int)"),
    close: libc.func("int close(int)"),
  };
}
type Libc = ReturnType<typeof openLibc>;

const int32 = (value: number): Buffer => {
  const b = Buffer.alloc(4);
  b.writeInt32LE(value);
  return b;
};

const ipv4Bytes = (host: string): number[] => host.split(".").map(Number);

function bindSocket(libc: Libc, config: SourceConfig, port: number): { fd: number; bound: BoundPort } {
  const fd: number = libc.socket(AF_INET, SOCK_DGRAM, 0);
  if (fd < 0) throw new Error(`cannot open a UDP socket (errno ${koffi.errno()})`);
  const size = int32(config.receiveBufferBytes);
  // the forced form ignores the system's limit and needs privileges; the plain one is granted up to net.core.rmem_max
  if (libc.setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, size, 4) !== 0)
    libc.setsockopt(fd, SOL_SOCKET, SO_RCVBUF, size, 4);
  libc.setsockopt(fd, SOL_SOCKET, SO_RXQ_OVFL, int32(1), 4);
  const address = Buffer.alloc(SIZE_NAME);
  address.writeUInt16LE(AF_INET, 0);
  address.writeUInt16BE(port, 2);
  address.set(ipv4Bytes(config.host), 4);
  if (libc.bind(fd, address, SIZE_NAME) !== 0) {
    const errno = koffi.errno();
    libc.close(fd);
    throw Object.assign(new Error(`cannot bind UDP ${config.host}:${port} (errno ${errno})`), {
      code: errno === koffi.os.errno.EADDRINUSE ? "EADDRINUSE" : "EBIND",
    });
  }
  const length = int32(SIZE_NAME);
  libc.getsockname(fd, address, length);
  const granted = int32(0);
  libc.getsockopt(fd, SOL_SOCKET, SO_RCVBUF, granted, int32(4));
  return {
    fd,
    bound: {
      port: address.readUInt16BE(2),
      sockets: 1,
      requestedBufferBytes: config.receiveBufferBytes,
      // the kernel doubles what it is asked for, to account for its own bookkeeping
      grantedBufferBytes: granted.readInt32LE() / 2,
    },
  };
}

/** The batch that recvmmsg fills: one native block, so that its pointers stay put. */
function createBatch(maxDatagramBytes: number) {
  const slot = (maxDatagramBytes + 7) & ~7;
  const offsets = {
    iovecs: MESSAGES * SIZE_MMSGHDR,
    names: MESSAGES * (SIZE_MMSGHDR + SIZE_IOVEC),
    controls: MESSAGES * (SIZE_MMSGHDR + SIZE_IOVEC + SIZE_NAME),
    data: MESSAGES * (SIZE_MMSGHDR + SIZE_IOVEC + SIZE_NAME + SIZE_CONTROL),
  };
  const total = offsets.data + MESSAGES * slot;
  const block = koffi.alloc("uint8_t", total);
  const base = koffi.address(block);
  const memory = new Uint8Array(koffi.view(block, total));
  const view = new DataView(memory.buffer, memory.byteOffset, total);
  memory.fill(0, 0, offsets.data);
  for (let i = 0; i < MESSAGES; i++) {
    const header = i * SIZE_MMSGHDR;
    const iovec = offsets.iovecs + i * SIZE_IOVEC;
    view.setBigUint64(header, base + BigInt(offsets.names + i * SIZE_NAME), true);
    view.setBigUint64(header + 16, base + BigInt(iovec), true);
    view.setBigUint64(header + 24, 1n, true);
    view.setBigUint64(header + 32, base + BigInt(offsets.controls + i * SIZE_CONTROL), true);
    view.setBigUint64(iovec, base + BigInt(offsets.data + i * slot), true);
    view.setBigUint64(iovec + 8, BigInt(slot), true);
  }
  return { block, memory, view, slot, offsets };
}

/**
 * Batch receive on Linux: one system call takes up to 256 datagrams, and the kernel says how many it has dropped
 * (SO_RXQ_OVFL). IPv4. Throws when a port cannot be bound; its `code` is EADDRINUSE when another process has it.
 */
export function openRecvmmsg(config: SourceConfig, onDatagram: OnDatagram): DatagramSource {
  const libc = openLibc();
  const sockets: { fd: number; bound: BoundPort; kernelDropped: number }[] = [];
  try {
    for (const port of config.ports) sockets.push({ ...bindSocket(libc, config, port), kernelDropped: 0 });
  } catch (error) {
    for (const s of sockets) libc.close(s.fd);
    throw error;
  }
  const { block, memory, view, slot, offsets } = createBatch(config.maxDatagramBytes);
  const pollSet = Buffer.alloc(8 * sockets.length);
  sockets.forEach((s, i) => {
    pollSet.writeInt32LE(s.fd, 8 * i);
    pollSet.writeInt16LE(POLLIN, 8 * i + 4);
  });
  const senders = new Map<number, Sender>();
  let received = 0;

  const senderOf = (name: number): Sender => {
    const key = view.getUint32(name + 4, false);
    let sender = senders.get(key);
    if (!sender) {
      sender = { address: memory.subarray(name + 4, name + 8).join(".") };
      senders.set(key, sender);
    }
    return sender;
  };

  const drain = (socket: (typeof sockets)[number]): number => {
    // the kernel overwrites these lengths with what it wrote
    for (let i = 0; i < MESSAGES; i++) {
      view.setUint32(i * SIZE_MMSGHDR + 8, SIZE_NAME, true);
      view.setBigUint64(i * SIZE_MMSGHDR + 40, BigInt(SIZE_CONTROL), true);
    }
    const count: number = libc.recvmmsg(socket.fd, block, MESSAGES, MSG_DONTWAIT, null);
    if (count < 0) {
      const errno = koffi.errno();
      if (errno === EAGAIN || errno === koffi.os.errno.EINTR) return 0;
      throw new Error(`receiving on UDP port ${socket.bound.port} failed (errno ${errno})`);
    }
    for (let i = 0; i < count; i++) {
      const header = i * SIZE_MMSGHDR;
      const truncated = (view.getUint32(header + 48, true) & MSG_TRUNC) !== 0;
      const length = view.getUint32(header + 56, true);
      if (view.getUint32(header + 40, true) >= 20) {
        const control = offsets.controls + i * SIZE_CONTROL;
        if (view.getInt32(control + 12, true) === SO_RXQ_OVFL)
          socket.kernelDropped = view.getUint32(control + 16, true);
      }
      onDatagram(
        memory,
        offsets.data + i * slot,
        truncated ? slot : length,
        senderOf(offsets.names + i * SIZE_NAME),
      );
    }
    received += count;
    return count;
  };

  return {
    kind: "recvmmsg",
    ports: sockets.map((s) => s.bound),
    poll(timeoutMs) {
      const ready: number = libc.poll(pollSet, sockets.length, timeoutMs);
      if (ready <= 0) return 0;
      let count = 0;
      for (const socket of sockets) count += drain(socket);
      return count;
    },
    counters: () => ({
      received,
      kernelDropped: sockets.reduce((sum, s) => sum + s.kernelDropped, 0),
      kernelDropsKnown: true,
    }),
    close() {
      for (const s of sockets) libc.close(s.fd);
      koffi.free(block);
    },
  };
}
