import koffi from "koffi";
import { InterfaceError, int32, openPacketSocket } from "./packetSocket.ts";

// Linux, 64 bit, as packetSocket.ts
const SOL_PACKET = 263;
const PACKET_AUXDATA = 8;
const PACKET_OUTGOING = 4;
const MSG_DONTWAIT = 0x40;
const TP_STATUS_VLAN_VALID = 0x10;
const TP_STATUS_VLAN_TPID_VALID = 0x40;
const VLAN_TPID = 0x8100;
const O_RDWR_NONBLOCK_CLOEXEC = 0o2 | 0o4000 | 0o2000000;
const TUNSETIFF = 0x400454ca;
const IFF_TAP_NO_PI = 0x0002 | 0x1000;
const SIOCGIFFLAGS = 0x8913;
const SIOCSIFFLAGS = 0x8914;
const IFF_UP = 1;
const AF_INET = 2;
const SOCK_DGRAM = 2;
const SIZE_IFREQ = 40;
const IFNAMSIZ = 16;
const POLLIN = 1;

/** Our choices: frames of one link in one turn, what the system keeps meanwhile, and how long a turn waits at most. */
const FRAMES_A_TURN = 64;
const RECEIVE_BUFFER_BYTES = 4 * 2 ** 20;
const TURN_MS = 100;
/** Larger than what a sender with segmentation offload hands over. */
const MOST_FRAME_BYTES = 70_000;

/** Where the parts of the native block lie: message header, its vector, address, control data, frame. */
const AT = { message: 0, vector: 56, address: 72, control: 96, frame: 160 };
const CONTROL_BYTES = 64;
const SIZE_SOCKADDR_LL = 20;

function load() {
  const libc = koffi.load("libc.so.6");
  return {
    socket: libc.func("int socket(int, int, int)"),
    bind: libc.func("int bind(int, void*, unsigned int)"),
    setsockopt: libc.func("int setsockopt(int, int, int, void*, unsigned int)"),
    close: libc.func("int close(int)"),
    if_nametoindex: libc.func("unsigned int if_nametoindex(const char*)"),
    recvmsg: libc.func("long recvmsg(int, void*, int)"),
    send: libc.func("long send(int, const void*, unsigned long, int)"),
    open: libc.func("int open(const char*, int)"),
    read: libc.func("long read(int, void*, unsigned long)"),
    write: libc.func("long write(int, const void*, unsigned long)"),
    ioctl: libc.func("int ioctl(int, unsigned long, void*)"),
    poll: libc.func("int poll(void*, unsigned long, int)"),
    errno: (): number => koffi.errno(),
  };
}
type Libc = ReturnType<typeof load>;

/** A wire of the kernel: an interface that is there, or one that is made, whose other end the kernel has. */
export type FrameLink = { port: number; kind: "interface" | "tap"; name: string };
type Open = FrameLink & { fd: number };

/**
 * Opens interfaces as wires of a switch. Frames of all of them come by one thread that waits. Throws `InterfaceError`
 * with the remedy; then nothing stays open. A frame that cannot be sent is lost on the wire.
 */
export function openFrameLinks(
  links: readonly FrameLink[],
  receive: (port: number, frame: Uint8Array) => void,
): { send(port: number, frame: Uint8Array): void; close(): Promise<void> } {
  const libc = load();
  const open: Open[] = [];
  try {
    for (const link of links) open.push({ ...link, fd: openLink(libc, link) });
  } catch (error) {
    for (const { fd } of open) libc.close(fd);
    throw error;
  }
  const byPort = new Map(open.map((each) => [each.port, each]));
  const reader = createReader(libc);
  const polled = koffi.alloc("uint8_t", 8 * open.length);
  const events = new DataView(koffi.view(polled, 8 * open.length));
  for (const [index, { fd }] of open.entries()) {
    events.setInt32(8 * index, fd, true);
    events.setInt16(8 * index + 4, POLLIN, true);
  }
  let isClosed = false;
  const turn = async (): Promise<void> => {
    while (!isClosed) {
      await new Promise<void>((done) => libc.poll.async(polled, open.length, TURN_MS, () => done()));
      for (const [index, each] of open.entries()) {
        // a link that went down has an error, which reading takes away
        if (isClosed || events.getInt16(8 * index + 6, true) === 0) continue;
        for (let taken = 0; taken < FRAMES_A_TURN; taken++) {
          const frame = reader.next(each);
          if (frame === "none") break;
          if (frame !== "passed over") receive(each.port, frame);
        }
      }
    }
    for (const { fd } of open) libc.close(fd);
    koffi.free(polled);
    reader.free();
  };
  const ended = turn();
  return {
    send(port, frame) {
      const to = byPort.get(port);
      if (!to || isClosed) return;
      if (to.kind === "tap") libc.write(to.fd, frame, frame.length);
      else libc.send(to.fd, frame, frame.length, MSG_DONTWAIT);
    },
    async close() {
      isClosed = true;
      await ended;
    },
  };
}

function openLink(libc: Libc, { kind, name }: FrameLink): number {
  try {
    if (kind === "tap") return openTap(libc, name);
    const fd = openPacketSocket(libc, name, RECEIVE_BUFFER_BYTES);
    const on = int32(1);
    libc.setsockopt(fd, SOL_PACKET, PACKET_AUXDATA, on, on.length);
    return fd;
  } catch (error) {
    if (error instanceof InterfaceError) throw new InterfaceError(`${name}: ${error.message}`);
    throw error;
  }
}

/** Makes a TAP interface, or takes the one of this name, and sets it up. It goes away with the descriptor. */
function openTap(libc: Libc, name: string): number {
  const fd = libc.open("/dev/net/tun", O_RDWR_NONBLOCK_CLOEXEC);
  if (fd < 0)
    throw new InterfaceError(`/dev/net/tun cannot be opened (errno ${libc.errno()}). Load the module tun.`);
  const request = Buffer.alloc(SIZE_IFREQ);
  request.write(name, 0, IFNAMSIZ - 1, "latin1");
  request.writeUInt16LE(IFF_TAP_NO_PI, IFNAMSIZ);
  if (libc.ioctl(fd, TUNSETIFF, request) !== 0) {
    const errno = libc.errno();
    libc.close(fd);
    throw new InterfaceError(
      `the TAP interface cannot be made (errno ${errno}): it needs CAP_NET_ADMIN, run as root`,
    );
  }
  const control = libc.socket(AF_INET, SOCK_DGRAM, 0);
  request.fill(0, IFNAMSIZ);
  libc.ioctl(control, SIOCGIFFLAGS, request);
  request.writeUInt16LE(request.readUInt16LE(IFNAMSIZ) | IFF_UP, IFNAMSIZ);
  libc.ioctl(control, SIOCSIFFLAGS, request);
  libc.close(control);
  return fd;
}

/** Reads frames into one block; what it gives is a copy. */
function createReader(libc: Libc) {
  const size = AT.frame + MOST_FRAME_BYTES;
  const block = koffi.alloc("uint8_t", size);
  const base = koffi.address(block);
  const bytes = new Uint8Array(koffi.view(block, size));
  const view = new DataView(bytes.buffer, bytes.byteOffset, size);
  bytes.fill(0, 0, AT.frame);
  view.setBigUint64(AT.message, base + BigInt(AT.address), true);
  view.setBigUint64(AT.message + 16, base + BigInt(AT.vector), true);
  view.setBigUint64(AT.message + 24, 1n, true);
  view.setBigUint64(AT.message + 32, base + BigInt(AT.control), true);
  view.setBigUint64(AT.vector, base + BigInt(AT.frame), true);
  view.setBigUint64(AT.vector + 8, BigInt(MOST_FRAME_BYTES), true);
  const frameAddress = base + BigInt(AT.frame);

  /** The tag that the kernel took out of a frame, as it does with all; null: there was none. */
  const tag = (): readonly [tpid: number, tci: number] | null => {
    const at = AT.control + 16;
    const isAux =
      view.getBigUint64(AT.message + 40, true) >= 36n &&
      view.getInt32(AT.control + 8, true) === SOL_PACKET &&
      view.getInt32(AT.control + 12, true) === PACKET_AUXDATA;
    const status = isAux ? view.getUint32(at, true) : 0;
    if (!(status & TP_STATUS_VLAN_VALID)) return null;
    const tpid = status & TP_STATUS_VLAN_TPID_VALID ? view.getUint16(at + 18, true) : VLAN_TPID;
    return [tpid, view.getUint16(at + 16, true)];
  };

  return {
    next({ kind, fd }: Open): Uint8Array | "none" | "passed over" {
      if (kind === "tap") {
        const length = Number(libc.read(fd, frameAddress, MOST_FRAME_BYTES));
        return length > 0 ? bytes.slice(AT.frame, AT.frame + length) : "none";
      }
      view.setUint32(AT.message + 8, SIZE_SOCKADDR_LL, true);
      view.setBigUint64(AT.message + 40, BigInt(CONTROL_BYTES), true);
      const length = Number(libc.recvmsg(fd, block, MSG_DONTWAIT));
      if (length < 0) return "none";
      // what this machine sends itself by the interface leaves it: it does not come in
      if (view.getUint8(AT.address + 10) === PACKET_OUTGOING) return "passed over";
      const frame = bytes.slice(AT.frame, AT.frame + length);
      const tagged = tag();
      return tagged === null || length < 12 ? frame : withTag(frame, tagged);
    },
    free: () => koffi.free(block),
  };
}

function withTag(frame: Uint8Array, [tpid, tci]: readonly [number, number]): Uint8Array {
  const tagged = new Uint8Array(frame.length + 4);
  tagged.set(frame.subarray(0, 12));
  new DataView(tagged.buffer).setUint32(12, tpid * 65_536 + tci);
  tagged.set(frame.subarray(12), 16);
  return tagged;
}
