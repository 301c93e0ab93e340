// Linux, 64 bit: constants and structures are the same on x86-64 and arm64.
const AF_PACKET = 17;
const SOCK_RAW = 3;
const SOCK_CLOEXEC = 0o2000000;
const ETH_P_ALL = 3;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_RCVBUFFORCE = 33;
const SOL_PACKET = 263;
const PACKET_ADD_MEMBERSHIP = 1;
const PACKET_MR_PROMISC = 1;
const SIZE_SOCKADDR_LL = 20;
const SIZE_PACKET_MREQ = 16;

/** Functions of the C library, as koffi gives them. */
export type SocketCalls = {
  socket(family: number, type: number, protocol: number): number;
  bind(fd: number, address: Buffer, bytes: number): number;
  setsockopt(fd: number, level: number, option: number, value: Buffer, bytes: number): number;
  close(fd: number): number;
  if_nametoindex(name: string): number;
  errno(): number;
};

/** An interface whose frames cannot be read, with the remedy. */
export class InterfaceError extends Error {
  override name = "InterfaceError";
}

export const int32 = (value: number): Buffer => {
  const b = Buffer.alloc(4);
  b.writeInt32LE(value);
  return b;
};

/** Asks for a receive buffer as large as the system grants: the forced form ignores its limit and needs privileges. */
export function setReceiveBuffer(calls: Pick<SocketCalls, "setsockopt">, fd: number, bytes: number): void {
  const size = int32(bytes);
  if (calls.setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, size, size.length) !== 0)
    calls.setsockopt(fd, SOL_SOCKET, SO_RCVBUF, size, size.length);
}

/** A socket that receives every frame of an interface, promiscuous; its descriptor. Throws `InterfaceError`. */
export function openPacketSocket(calls: SocketCalls, name: string, receiveBufferBytes: number): number {
  const index = calls.if_nametoindex(name);
  if (index === 0)
    throw new InterfaceError('there is no such interface. "ip link" lists those of this machine.');
  // without a protocol nothing arrives before it is bound: else frames of all interfaces would
  const fd = calls.socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
  if (fd < 0)
    throw new InterfaceError(
      `reading frames needs the capability CAP_NET_RAW (errno ${calls.errno()}). Run as root, or give it to Node ("setcap cap_net_raw+ep $(which node)").`,
    );
  setReceiveBuffer(calls, fd, receiveBufferBytes);
  const address = Buffer.alloc(SIZE_SOCKADDR_LL);
  address.writeUInt16LE(AF_PACKET, 0);
  address.writeUInt16BE(ETH_P_ALL, 2);
  address.writeInt32LE(index, 4);
  if (calls.bind(fd, address, address.length) !== 0) {
    const errno = calls.errno();
    calls.close(fd);
    throw new InterfaceError(`frames cannot be read there (errno ${errno})`);
  }
  const membership = Buffer.alloc(SIZE_PACKET_MREQ);
  membership.writeInt32LE(index, 0);
  membership.writeUInt16LE(PACKET_MR_PROMISC, 4);
  calls.setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, membership, membership.length);
  return fd;
}
