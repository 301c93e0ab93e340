import { type FrameInput, openFrames } from "./frames.ts";
import { EAGAIN, MSG_DONTWAIT, openLibc, POLLIN } from "./libc.ts";
import { REVIEW_MS } from "./ownSockets.ts";
import { openPort, type Port, type PortSocket } from "./port.ts";
import { BATCH, createReceiveBatch } from "./receiveBatch.ts";
import type { DatagramSource, OnDatagram, OnPacket, Sender, SourceConfig } from "./source.ts";

const EINTR = 4;
/** the interface went down; frames come again when it is up */
const ENETDOWN = 100;
/** Senders that are remembered; with more (made-up addresses) all are forgotten and learnt again (our choice). */
const MAX_SENDERS = 65_536;
/**
 * A round that brought fewer datagrams is followed by a short sleep: waking up for each one would cost more
 * than reading it.
 */
const SMALL_ROUND = 48;
const NAP_US = 250;

type Talker = Sender & { key: number; port: Port; heard: number };

/**
 * Batch receive on Linux: one system call takes up to 128 datagrams of a socket, then it is the next socket's turn.
 * `onOverwrite` is called before the bytes of datagrams that were handed over become others. IPv4. Throws when a port
 * cannot be bound; its `code` is EADDRINUSE when another process has it.
 */
export function openRecvmmsg(
  config: SourceConfig,
  onDatagram: OnDatagram,
  onPacket: OnPacket = () => false,
  onOverwrite: () => void = () => {},
): DatagramSource {
  const libc = openLibc();
  const ports: Port[] = [];
  const closeAll = (): void => {
    for (const { sockets } of ports) for (const s of sockets) libc.close(s.fd);
  };
  try {
    for (const port of config.ports) ports.push(openPort(libc, { ...config, port }));
  } catch (error) {
    closeAll();
    throw error;
  }
  const batch = createReceiveBatch(config.maxDatagramBytes);
  // what the ports turned out to be: 0 in the configuration is any
  let frames: FrameInput | null = null;
  try {
    if (config.interface !== null)
      frames = openFrames(
        libc,
        config.interface,
        config,
        ports.map((port) => port.bound.port),
        { onDatagram, onOverwrite, onPacket },
      );
  } catch (error) {
    closeAll();
    throw error;
  }
  const all = ports.flatMap((port) => port.sockets.map((socket) => ({ port, socket })));
  const polled = all.length + (frames ? 1 : 0);
  const pollSet = Buffer.alloc(8 * polled);
  all.forEach(({ socket }, i) => {
    pollSet.writeInt32LE(socket.fd, 8 * i);
    pollSet.writeInt16LE(POLLIN, 8 * i + 4);
  });
  if (frames) {
    pollSet.writeInt32LE(frames.fd, 8 * all.length);
    pollSet.writeInt16LE(POLLIN, 8 * all.length + 4);
  }
  const revents = new Uint16Array(pollSet.buffer, pollSet.byteOffset, pollSet.length / 2);
  // an exporter that sends to two ports is two talkers: each port has sockets of its own
  const talkers = new Map<Port, Map<number, Talker>>(ports.map((port) => [port, new Map()]));
  const heardNow = new Map<Port, Talker[]>(ports.map((port) => [port, []]));
  let received = 0;
  let last: Talker | null = null;
  let nextReviewMs = 0;
  let napping = false;

  const talkerOf = (key: number, port: Port): Talker => {
    if (last !== null && last.key === key && last.port === port) return last;
    const known = talkers.get(port);
    let talker = known?.get(key);
    if (!talker) {
      if (known && known.size >= MAX_SENDERS) known.clear();
      const address = `${key >>> 24}.${(key >>> 16) & 255}.${(key >>> 8) & 255}.${key & 255}`;
      talker = { address, key, port, heard: 0 };
      known?.set(key, talker);
    }
    last = talker;
    return talker;
  };

  const drain = (socket: PortSocket, port: Port): number => {
    const count: number = libc.recvmmsg(socket.fd, batch.block, BATCH, MSG_DONTWAIT, null);
    if (count < 0) {
      const errno = libc.errno();
      if (errno === EAGAIN || errno === EINTR) return 0;
      throw new Error(`receiving on UDP port ${port.bound.port} failed (errno ${errno})`);
    }
    for (let i = 0; i < count; i++) {
      const talker = talkerOf(batch.sourceOf(i), port);
      if (talker.heard++ === 0) heardNow.get(port)?.push(talker);
      const length = batch.lengthOf(i);
      const at = batch.placeOf(i, length);
      onDatagram(batch.memory, at, length, talker);
      if (batch.isShared(at)) onOverwrite();
    }
    onOverwrite();
    received += count;
    return count;
  };

  const review = (): void => {
    for (const port of ports) {
      const heard = heardNow.get(port) ?? [];
      port.review(heard);
      for (const talker of heard) talker.heard = 0;
      heardNow.set(port, []);
    }
  };

  /** One turn of the frames; of each batch only those count that no socket receives. */
  const drainFrames = (input: FrameInput): number => {
    const count: number = libc.recvmmsg(input.fd, batch.block, BATCH, MSG_DONTWAIT, null);
    if (count < 0) {
      const errno = libc.errno();
      if (errno === EAGAIN || errno === EINTR || errno === ENETDOWN) return 0;
      throw new Error(`receiving frames of ${config.interface} failed (errno ${errno})`);
    }
    received += input.read(batch, count);
    return count;
  };

  /** One turn of every socket that has something. */
  const round = (): number => {
    let count = 0;
    if (frames && revents[4 * all.length + 3] & POLLIN) count += drainFrames(frames);
    for (let i = 0; i < all.length; i++) all[i].socket.ready = (revents[4 * i + 3] & POLLIN) !== 0;
    for (let i = 0; i < all.length; i++) {
      const { socket, port } = all[i];
      if (!socket.ready || socket.after !== null) continue;
      const some = drain(socket, port);
      // less than there was room for: it is empty
      if (some < BATCH) socket.ready = false;
      count += some;
    }
    for (let i = 0; i < all.length; i++) {
      const { socket } = all[i];
      if (socket.after !== null && !socket.after.ready) socket.after = null;
    }
    return count;
  };

  return {
    kind: "recvmmsg",
    ports: ports.map((p) => p.bound),
    poll(timeoutMs, onWake) {
      if (napping) libc.usleep(NAP_US);
      const ready: number = libc.poll(pollSet, polled, timeoutMs);
      const nowMs = onWake();
      const count = ready > 0 ? round() : 0;
      napping = count > 0 && count < SMALL_ROUND;
      if (nowMs >= nextReviewMs) {
        nextReviewMs = nowMs + REVIEW_MS;
        review();
      }
      return count;
    },
    counters(onOwned) {
      for (const port of ports)
        port.readDrops((key, datagrams) => onOwned(talkerOf(key, port).address, datagrams));
      return {
        frames: frames?.state() ?? null,
        received,
        kernelDropped: all.reduce((sum, { socket }) => sum + socket.dropped, 0),
        kernelDropsKnown: ports.every((port) => port.dropsKnown),
      };
    },
    close() {
      closeAll();
      if (frames) libc.close(frames.fd);
      batch.free();
    },
  };
}
