import { bytesOfHex } from "../values/hex.ts";
import type { Tuple } from "./cloudEntries.ts";

/** Ethernet, IPv4 without options, UDP: where the payload begins. */
export const PAYLOAD_AT = 42;
const IP_AT = 14;

/** A UDP packet in a frame of `bytes` bytes; its UDP checksum is 0, which IPv4 allows. */
export function udpFrame(macs: { src: string; dst: string }, tuple: Tuple, bytes: number): Uint8Array {
  const frame = new Uint8Array(Math.max(bytes, PAYLOAD_AT));
  const view = new DataView(frame.buffer);
  frame.set(macBytes(macs.dst), 0);
  frame.set(macBytes(macs.src), 6);
  view.setUint16(12, 0x0800);
  view.setUint16(IP_AT, 0x4500);
  view.setUint16(IP_AT + 2, frame.length - IP_AT);
  view.setUint16(IP_AT + 8, 0x4011);
  view.setUint16(PAYLOAD_AT - 4, frame.length - IP_AT - 20);
  readdress(frame, tuple);
  return frame;
}

/** Gives a packet other addresses and ports, in place. */
export function readdress(frame: Uint8Array, { src, dst, srcPort, dstPort }: Tuple): void {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  frame.set(src.split(".").map(Number), IP_AT + 12);
  frame.set(dst.split(".").map(Number), IP_AT + 16);
  view.setUint16(IP_AT + 20, srcPort);
  view.setUint16(IP_AT + 22, dstPort);
  seal(frame);
}

/** Numbers a packet, and writes the checksum of its IPv4 header. */
export function number(frame: Uint8Array, identification: number): void {
  frame[IP_AT + 4] = identification >> 8;
  frame[IP_AT + 5] = identification;
  seal(frame);
}

function seal(frame: Uint8Array): void {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  view.setUint16(IP_AT + 10, 0);
  let sum = 0;
  for (let at = IP_AT; at < IP_AT + 20; at += 2) sum += view.getUint16(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  view.setUint16(IP_AT + 10, ~sum & 0xffff);
}

const macBytes = (mac: string): Uint8Array => bytesOfHex(mac.replaceAll(":", ""));
