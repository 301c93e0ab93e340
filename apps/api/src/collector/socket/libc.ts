import { InterfaceError, int32, openPacketSocket, setReceiveBuffer } from "@p4twin/models/packetSocket";
import koffi from "koffi";

// Linux, 64 bit: constants and structures are the same on x86-64 and arm64.
const AF_INET = 2;
const SOL_PACKET = 263;
const PACKET_STATISTICS = 6;
const SOL_SOCKET = 1;
export const MSG_DONTWAIT = 0x40;
export const MSG_TRUNC = 0x20;
export const POLLIN = 1;
export const EAGAIN = 11;
export const SIZE_NAME = 16;
const SOCK_DGRAM = 2;
/** child processes get none of our sockets: they would keep the ports taken after we have gone */
const SOCK_CLOEXEC = 0o2000000;
const SO_RCVBUF = 8;
const SO_REUSEPORT = 15;
const SO_ATTACH_REUSEPORT_CBPF = 51;
const SO_MEMINFO = 55;
/** 9 counters of 32 bits; the last one is what the socket has dropped */
const MEMINFO_BYTES = 36;
const MEMINFO_DROPS = 32;

function load() {
  const libc = koffi.load("libc.so.6");
  return {
    socket: libc.func("int socket(int, int, int)"),
    bind: libc.func("int bind(int, void*, unsigned int)"),
    getsockname: libc.func("int getsockname(int, void*, void*)"),
    setsockopt: libc.func("int setsockopt(int, int, int, void*, unsigned int)"),
    getsockopt: libc.func("int getsockopt(int, int, int, void*, void*)"),
    recvmmsg: libc.func("int recvmmsg(int, void*, unsigned int, int, void*)"),
    poll: libc.func("int poll(void*, unsigned long, int)"),
    usleep: libc.func("int usleep(unsigned int)"),
    close: libc.func("int close(int)"),
    if_nametoindex: libc.func("unsigned int if_nametoindex(const char*)"),
  };
}

/**
 * UDP over IPv4 as the kernel offers it. Throws when the C library cannot be loaded: then the portable source is taken.
 */
export function openLibc() {
  const libc = load();
  const calls = { ...libc, errno: (): number => koffi.errno() };

  const setOption = (fd: number, option: number, value: Buffer): boolean =>
    libc.setsockopt(fd, SOL_SOCKET, option, value, value.length) === 0;

  return {
    recvmmsg: libc.recvmmsg,
    poll: libc.poll,
    usleep: libc.usleep,
    close: libc.close,
    errno: (): number => koffi.errno(),

    /** A UDP socket with a receive buffer as large as the system grants; not bound yet. */
    openSocket(receiveBufferBytes: number): number {
      const fd: number = libc.socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
      if (fd < 0) throw new Error(`cannot open a UDP socket (errno ${koffi.errno()})`);
      setReceiveBuffer(calls, fd, receiveBufferBytes);
      return fd;
    },

    /** A socket that receives every frame of an interface, promiscuous. Throws with the remedy. */
    openPacketSocket(name: string, receiveBufferBytes: number): number {
      try {
        return openPacketSocket(calls, name, receiveBufferBytes);
      } catch (error) {
        if (!(error instanceof InterfaceError)) throw error;
        throw new Error(`INT_INTERFACE=${name}: ${error.message} Or leave INT_INTERFACE out.`);
      }
    },

    /** Frames that a packet socket has dropped since it was asked last; null where the kernel does not tell. */
    packetDrops(fd: number): number | null {
      const statistics = Buffer.alloc(8);
      const length = int32(statistics.length);
      return libc.getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, statistics, length) === 0
        ? statistics.readUInt32LE(4)
        : null;
    },

    sharePort: (fd: number): boolean => setOption(fd, SO_REUSEPORT, int32(1)),

    /** Binds and returns the port; throws with `code` EADDRINUSE when another program has it. */
    bind(fd: number, host: string, port: number): number {
      const name = Buffer.alloc(SIZE_NAME);
      name.writeUInt16LE(AF_INET, 0);
      name.writeUInt16BE(port, 2);
      name.set(host.split(".").map(Number), 4);
      if (libc.bind(fd, name, SIZE_NAME) !== 0) {
        const errno = koffi.errno();
        throw Object.assign(new Error(`cannot bind UDP ${host}:${port} (errno ${errno})`), {
          code: errno === koffi.os.errno.EADDRINUSE ? "EADDRINUSE" : "EBIND",
        });
      }
      libc.getsockname(fd, name, int32(SIZE_NAME));
      return name.readUInt16BE(2);
    },

    grantedBufferBytes(fd: number): number {
      const granted = int32(0);
      libc.getsockopt(fd, SOL_SOCKET, SO_RCVBUF, granted, int32(4));
      // the kernel doubles what it is asked for, to account for its own bookkeeping
      return granted.readInt32LE() / 2;
    },

    /**
     * Datagrams that the socket has dropped since it was opened, modulo 2^32; null where the kernel does not
     * tell (before 4.12).
     */
    drops(fd: number): number | null {
      const info = Buffer.alloc(MEMINFO_BYTES);
      const length = int32(MEMINFO_BYTES);
      if (libc.getsockopt(fd, SOL_SOCKET, SO_MEMINFO, info, length) !== 0) return null;
      return length.readInt32LE() >= MEMINFO_BYTES ? info.readUInt32LE(MEMINFO_DROPS) : null;
    },

    /**
     * Lets a classic BPF program choose the socket for every datagram of a shared port; false where the kernel refuses.
     */
    steer(fd: number, program: Uint8Array): boolean {
      const block = koffi.alloc("uint8_t", program.length);
      new Uint8Array(koffi.view(block, program.length)).set(program);
      const fprog = Buffer.alloc(16);
      fprog.writeUInt16LE(program.length / 8, 0);
      fprog.writeBigUInt64LE(koffi.address(block), 8);
      const done = setOption(fd, SO_ATTACH_REUSEPORT_CBPF, fprog);
      koffi.free(block);
      return done;
    },
  };
}
export type Libc = ReturnType<typeof openLibc>;
