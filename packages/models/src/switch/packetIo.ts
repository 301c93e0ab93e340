import {
  bytesOfNumber,
  type ControllerPacketMetadata,
  type Draft,
  type P4Info,
  type PacketIn,
  type PacketOut,
} from "../p4runtime/index.ts";
import { numberWithin } from "./byteStrings.ts";
import { invalid } from "./errors.ts";

const headerOf = ({ controllerPacketMetadata }: P4Info, name: string): ControllerPacketMetadata["metadata"] =>
  controllerPacketMetadata.find(({ preamble }) => preamble?.name === name)?.metadata ?? [];

/** The packet that a PacketOut puts into the CPU port: the header of its metadata, and its payload. */
export function packetOfOut(info: P4Info, { payload, metadata }: PacketOut): Uint8Array {
  const fields = headerOf(info, "packet_out");
  if (metadata.length !== fields.length)
    throw invalid(`a packet-out has ${fields.length} metadata fields, not ${metadata.length}`);
  let bits = 0n;
  let width = 0;
  for (const field of fields) {
    const given = metadata.find(({ metadataId }) => metadataId === field.id);
    if (!given) throw invalid(`the packet-out lacks ${field.name} (id ${field.id})`);
    bits = (bits << BigInt(field.bitwidth)) | numberWithin(given.value, field.bitwidth, field.name);
    width += field.bitwidth;
  }
  const packet = new Uint8Array(Math.ceil(width / 8) + payload.length);
  // a header of whole bytes, as P4 asks of headers that packets carry
  bits <<= BigInt((8 - (width % 8)) % 8);
  for (let at = Math.ceil(width / 8) - 1; at >= 0; at--) {
    packet[at] = Number(bits & 0xffn);
    bits >>= 8n;
  }
  packet.set(payload, Math.ceil(width / 8));
  return packet;
}

/** What came out of the CPU port as a PacketIn: without its header, whose fields are the metadata. */
export function packetInOf(info: P4Info, packet: Uint8Array): Draft<PacketIn> {
  const fields = headerOf(info, "packet_in");
  const width = fields.reduce((sum, { bitwidth }) => sum + bitwidth, 0);
  const length = Math.ceil(width / 8);
  if (packet.length < length) return { payload: packet };
  let bits = 0n;
  for (const byte of packet.subarray(0, length)) bits = (bits << 8n) | BigInt(byte);
  let rest = length * 8;
  const metadata = fields.map(({ id, bitwidth }) => {
    rest -= bitwidth;
    return { metadataId: id, value: bytesOfNumber(BigInt.asUintN(bitwidth, bits >> BigInt(rest))) };
  });
  return { payload: packet.slice(length), metadata };
}
