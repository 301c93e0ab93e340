import { put16 } from "../packet/bytes.ts";
import { writeEthernet, writeIp } from "../packet/packetEncode.ts";

/** A UDP datagram in an Ethernet frame, as a switch would send it: no fragments, UDP checksum 0. */
export function encodeUdpFrame(
  datagram: Uint8Array,
  path: { src: string; dst: string; srcPort: number; dstPort: number },
): Uint8Array {
  const family = path.src.includes(":") ? 6 : 4;
  const frame = new Uint8Array(14 + (family === 4 ? 20 : 40) + 8 + datagram.length);
  let p = writeEthernet(frame, 0, family);
  p = writeIp(frame, p, { src: path.src, dst: path.dst, proto: 17 }, 0, 8 + datagram.length);
  put16(frame, p, path.srcPort);
  put16(frame, p + 2, path.dstPort);
  put16(frame, p + 4, 8 + datagram.length);
  frame.set(datagram, p + 8);
  return frame;
}

/** A pcap file (big endian, nanoseconds, Ethernet) of whole frames. */
export function encodePcap(frames: readonly { timeNs: bigint; data: Uint8Array }[]): Uint8Array {
  const size = 24 + frames.reduce((sum, frame) => sum + 16 + frame.data.length, 0);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  view.setUint32(0, 0xa1b23c4d);
  view.setUint16(4, 2);
  view.setUint16(6, 4);
  view.setUint32(16, 262_144);
  view.setUint32(20, 1);
  let at = 24;
  for (const { timeNs, data } of frames) {
    view.setUint32(at, Number(timeNs / 1_000_000_000n));
    view.setUint32(at + 4, Number(timeNs % 1_000_000_000n));
    view.setUint32(at + 8, data.length);
    view.setUint32(at + 12, data.length);
    file.set(data, at + 16);
    at += 16 + data.length;
  }
  return file;
}
