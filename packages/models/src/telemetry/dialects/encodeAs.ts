import { assert } from "../../core/index.ts";
import { encodeReport } from "../encode/encoder.ts";
import type { FlowInput, IntInput, ReportInput, WireStyle } from "../encode/input.ts";
import { encodeIfaPacket } from "../ifa/ifa.ts";
import { encodeLengthHops } from "../int/lengthHops.ts";
import { encodeV10 } from "../int/v10.ts";
import { encodeIoamPacket, type IoamTrace } from "../ioam/encode.ts";
import { put16 } from "../packet/bytes.ts";
import { TCP } from "../packet/headers.ts";
import { writeInner, writeIp } from "../packet/packetEncode.ts";
import { TRANSPARENT_SECURITY } from "../profile/profileOptions.ts";
import type { DialectId } from "./dialects.ts";
import { encodeIdentification, type QueueReport } from "./ipIdentification.ts";
import { encodeMri, MRI_MAX_HOPS } from "./mri.ts";
import { encodeTcpInt, TCP_INT_BYTES, type TcpIntOption } from "./tcpInt.ts";

/** A report, and what only the dialects of mirrored packets tell. */
export type DialectInput = ReportInput & { queue?: QueueReport; tcpInt?: TcpIntOption };

/** How the dialects that send reports write them. */
const REPORTS: Partial<Record<DialectId, { report: Partial<ReportInput>; int: Partial<IntInput> }>> = {
  "fabric-tna": { report: { format: "telemetry-report-0.5" }, int: {} },
  "fabric-tna-bmv2": { report: { format: "telemetry-report-0.5" }, int: {} },
  "onos-bmv2": {
    report: { format: "telemetry-report-1.0", sequence: 0, hwId: 1, style: { earlyFlags: true } },
    int: { version: "1.0", style: { versionZero: true } },
  },
  "geant-bmv2": {
    report: { format: "telemetry-report-1.0" },
    int: { version: "1.0", style: { wide: true } },
  },
  "geant-tofino": {
    report: { format: "telemetry-report-1.0" },
    int: { version: "1.0", style: { wide: true } },
  },
  "geant-0.4": { report: { format: "telemetry-report-1.0" }, int: { version: "0.4", style: { wide: true } } },
  "host-int": {
    report: { format: "telemetry-report-0.5", innerLayer: "ip" },
    int: { version: "0.5", style: { hostSequence: 0 } },
  },
  cablelabs: {
    report: { format: "telemetry-report-2.0", style: { sequenceShift: 6 } },
    int: { version: "2.1", style: { lateFlags: true } },
  },
};

/**
 * Writes the UDP payload that an exporter of this dialect sends into `b` at `p` and returns its end; what the
 * dialect fixes (format, INT version, sequence of ONOS, ...) overrides the input. The counterpart of
 * `decodeDatagram` with the dialect's profile.
 */
export function encodeAs(dialect: DialectId, b: Uint8Array, p: number, input: DialectInput): number {
  switch (dialect) {
    case "paolucci-bmv2":
      assert(input.int != null, "this dialect consists of its INT block");
      return encodeV10(b, p, withStyle(input.int, { version: "1.0", style: { versionZero: true } }), 0);
    case "vqueue-bmv2":
    case "queue-bmv2":
    case "vqueue-smartnic": {
      const word = encodeIdentification(
        dialect,
        input.queue ?? { virtualMs: null, realMs: null, drops: null },
      );
      return writePacket(b, p, input.flow, word, NONE, NONE);
    }
    case "cse-534-bmv2":
      assert(input.int != null, "this dialect consists of its INT block");
      return encodeLengthHops(b, p, input.flow, input.int, INT_PORT);
    case "elavinal-bmv2": {
      const int = input.int == null ? null : withStyle(input.int, REVERSED);
      return writeInner(b, p, input.flow, false, input.dscp ?? 0, int);
    }
    case "ifa":
      return encodeIfaPacket(b, p, input.flow, { hops: input.int?.hops ?? [] });
    case "ioam-linux":
      return encodeIoamPacket(b, p, input.flow, linuxTrace(input.int?.hops ?? []));
    case "mri":
      return writePacket(b, p, input.flow, 0, mriOption(input.int?.hops ?? []), NONE);
    case "tcp-int": {
      const option = new Uint8Array(input.tcpInt ? TCP_INT_BYTES : 0);
      if (input.tcpInt) encodeTcpInt(option, 0, input.tcpInt);
      return writePacket(b, p, input.flow, 0, NONE, option);
    }
    default: {
      const writes = REPORTS[dialect];
      if (writes === undefined) return encodeReport(b, p, input);
      const int = input.int == null ? null : withStyle(input.int, writes.int);
      return encodeReport(b, p, { ...input, ...writes.report, int });
    }
  }
}

const NONE = new Uint8Array(0);
/** The port of the UDP header that CSE-534 puts in front of its shim. */
const INT_PORT = 1234;
const REVERSED: Partial<IntInput> = { version: "2.1", style: { domainReversed: true } };
/** A namespace of the operator's, and the items of bits 0, 1, 2, 3 and 6. */
const IOAM_NAMESPACE = 123;
const IOAM_TYPE = 0xf20000;
const FIRST_HOP_LIMIT = 63;

function withStyle(int: IntInput, fixed: Partial<IntInput>): IntInput {
  const style: WireStyle = { ...fixed.style, ...int.style };
  // the source's device id follows the stack in this domain only
  const domain = int.domain?.id === TRANSPARENT_SECURITY ? int.domain : undefined;
  return { ...int, ...fixed, style, ...(fixed.style?.lateFlags && { domain }) };
}

/** Node id, interfaces, time and queue depth, as Linux fills them; times are seconds and microseconds. */
function linuxTrace(hops: IntInput["hops"]): IoamTrace {
  return {
    namespace: IOAM_NAMESPACE,
    type: IOAM_TYPE,
    nodes: hops.map((hop, i) => {
      const us = BigInt(hop.ingressTs ?? 0) / 1000n;
      return {
        hopLimit: FIRST_HOP_LIMIT - i,
        nodeId: hop.nodeId,
        ingressPort: hop.ingressPort,
        egressPort: i + 1 < hops.length ? hop.egressPort : null,
        seconds: Number(us / 1_000_000n) % 0x100000000,
        fraction: Number(us % 1_000_000n),
        queueDepth: hop.queueDepth,
      };
    }),
  };
}

function mriOption(hops: IntInput["hops"]): Uint8Array {
  // further switches find no room in the header
  const told = hops.slice(0, MRI_MAX_HOPS);
  const option = new Uint8Array(4 + 8 * told.length);
  encodeMri(
    option,
    0,
    told.map((hop) => ({ nodeId: hop.nodeId ?? 0, queueDepth: hop.queueDepth ?? 0 })),
  );
  return option;
}

/** A packet of the flow without payload, from its IP header on. */
function writePacket(
  b: Uint8Array,
  p: number,
  flow: FlowInput,
  identification: number,
  ipOptions: Uint8Array,
  tcpOptions: Uint8Array,
): number {
  const l4Bytes = flow.proto === TCP ? 20 + tcpOptions.length : 8;
  const l4 = writeIp(b, p, flow, 0, l4Bytes, identification, ipOptions);
  b.fill(0, l4, l4 + l4Bytes);
  put16(b, l4, flow.srcPort ?? 0);
  put16(b, l4 + 2, flow.dstPort ?? 0);
  if (flow.proto === TCP) {
    b[l4 + 12] = (l4Bytes / 4) << 4;
    b.set(tcpOptions, l4 + 20);
  } else put16(b, l4 + 4, l4Bytes);
  return l4 + l4Bytes;
}
