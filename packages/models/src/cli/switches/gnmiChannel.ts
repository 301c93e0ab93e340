import { type GnmiChannel, type GnmiRead, ReadFailure, readDevice } from "../../attach/index.ts";
import { CODE, gnmiService } from "../../p4runtime/index.ts";
import { type ChannelTarget, callOnce, connect } from "./grpcChannel.ts";

/** A part of OpenConfig with its counters: some 8 kB an interface as JSON (our choices). */
const MAX_MESSAGE_BYTES = 64 * 2 ** 20;
const GET_MS = 20_000;

/** The calls of a reader of gNMI. Opens no connection before the first call; `close` ends it. */
export function openGnmiChannel(target: ChannelTarget, mostBytes = MAX_MESSAGE_BYTES): GnmiChannel {
  const client = connect(target, mostBytes);
  const { capabilities, get } = gnmiService;
  return {
    encodings: async () => (await callOnce(client, capabilities, {})).supportedEncodings,
    get: (path, encoding) => callOnce(client, get, { path: [path], encoding }, GET_MS),
    close: () => client.close(),
  };
}

/** Reads names, ports and neighbours of a switch once; the connection is closed then. Rejects with `ReadFailure`. */
export async function readGnmiNow(target: ChannelTarget): Promise<GnmiRead> {
  const channel = openGnmiChannel(target);
  try {
    return await readDevice(channel);
  } finally {
    channel.close();
  }
}

/** What a failed read by gNMI says, and what to check. */
export function describeGnmiFailure({ code, message }: ReadFailure, address: string): string {
  switch (code) {
    case CODE.unavailable:
      return `No gNMI answers at ${address} (${message.replace(/\.\s*Resolution note:.*$/s, "")}). Check the address, the port (9339; SONiC 8080 or 50051), and whether the switch wants TLS.`;
    case CODE.unimplemented:
      return `${address} does not speak gNMI (${message}). BMv2 has none unless it was built with sysrepo.`;
    case CODE.deadlineExceeded:
      return `${address} did not answer gNMI in time.`;
    case CODE.unauthenticated:
    case CODE.permissionDenied:
      return `${address} does not let P4Twin read by gNMI (${message}). Give it a client certificate that the switch accepts.`;
    default:
      return `${address} refused to be read by gNMI: ${message}.`;
  }
}

/** A read as plain data, for a process that hands it to another one. Never rejects for what the switch does. */
export async function lookByGnmi(
  target: ChannelTarget,
): Promise<({ kind: "read" } & GnmiRead) | { kind: "failed"; message: string }> {
  try {
    return { kind: "read", ...(await readGnmiNow(target)) };
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    return { kind: "failed", message: describeGnmiFailure(error, target.address) };
  }
}
