import type { Libc } from "./libc.ts";
import { createOwnSockets } from "./ownSockets.ts";
import type { BoundPort } from "./source.ts";
import { OWN_SOCKETS, SHARED_SOCKETS, sharedSocketOf, steeringProgram } from "./steering.ts";

export type PortSocket = {
  fd: number;
  /** what the kernel has dropped here, and its 32-bit counter when it was last read */
  dropped: number;
  counter: number;
  /** socket that has to be empty before this one is read: it holds older datagrams of the same exporter */
  after: PortSocket | null;
  ready: boolean;
};

/** A UDP port with the sockets behind it. */
export type Port = {
  bound: BoundPort;
  sockets: PortSocket[];
  /** Judges a period: an exporter that sends much gets a socket of its own, or gives it back. */
  review(talkers: readonly { key: number; heard: number }[]): void;
  /** Reads the counters of the kernel; `onOwned` hears what was dropped of an exporter with a socket of its own. */
  readDrops(onOwned: (key: number, datagrams: number) => void): void;
  /** false where the kernel does not tell what it drops */
  readonly dropsKnown: boolean;
};

export type PortConfig = { host: string; port: number; receiveBufferBytes: number };

/**
 * Binds a port, with several sockets where the kernel can steer exporters between them: a buffer that one
 * exporter fills is then not the buffer of the others. The first socket is bound alone: a port that another
 * program has is refused, however that one shares it.
 */
export function openPort(libc: Libc, config: PortConfig): Port {
  const sockets: PortSocket[] = [];
  const own = createOwnSockets();
  let dropsKnown = true;
  const add = (fd: number): void => {
    sockets.push({ fd, dropped: 0, counter: 0, after: null, ready: false });
  };
  const closeAll = (): void => {
    for (const s of sockets.splice(0)) libc.close(s.fd);
  };

  const first = libc.openSocket(config.receiveBufferBytes);
  add(first);
  let port: number;
  try {
    port = libc.bind(first, config.host, config.port);
  } catch (error) {
    closeAll();
    throw error;
  }
  const steerable = (): boolean => libc.steer(first, steeringProgram(own.owners()));
  if (libc.sharePort(first)) {
    for (let i = 1; i < SHARED_SOCKETS + OWN_SOCKETS; i++) {
      const fd = libc.openSocket(config.receiveBufferBytes);
      add(fd);
      libc.sharePort(fd);
      libc.bind(fd, config.host, port);
    }
    // without steering the kernel would split exporters over sockets by port number, and reorder them
    if (!steerable()) for (const s of sockets.splice(1)) libc.close(s.fd);
  }

  return {
    bound: {
      port,
      sockets: sockets.length,
      requestedBufferBytes: config.receiveBufferBytes,
      grantedBufferBytes: libc.grantedBufferBytes(first),
    },
    sockets,
    get dropsKnown() {
      return dropsKnown;
    },

    review(talkers) {
      if (sockets.length === 1) return;
      const change = own.review(talkers);
      if (!change || !steerable()) return;
      const [ownSocket, shared] = [
        sockets[SHARED_SOCKETS + change.socket],
        sockets[sharedSocketOf(change.key)],
      ];
      // what the exporter sends now goes to the other socket, and must not overtake what still waits in the old one
      if (change.what === "took") ownSocket.after = shared;
      else shared.after = ownSocket;
    },

    readDrops(onOwned) {
      const owners = own.owners();
      sockets.forEach((s, i) => {
        const counter = libc.drops(s.fd);
        if (counter === null) {
          dropsKnown = false;
          return;
        }
        const more = (counter - s.counter) >>> 0;
        s.counter = counter;
        s.dropped += more;
        const owner = owners[i - SHARED_SOCKETS] ?? null;
        if (more > 0 && owner !== null) onOwned(owner, more);
      });
    },
  };
}
