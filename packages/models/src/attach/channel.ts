import { CODE, type Draft, type Entity, type ForwardingPipelineConfig } from "../p4runtime/index.ts";

/** A call that a switch refused or that did not reach it. */
export class ReadFailure extends Error {
  override name = "ReadFailure";
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * All that P4Twin ever asks of a switch. There is no stream and no write in it: on BMv2 a lone stream would make the
 * reader primary. Every call rejects with `ReadFailure`.
 */
export type ReadChannel = {
  /** version of P4Runtime that the switch speaks */
  capabilities(): Promise<string>;
  /** null: no pipeline */
  pipeline(deviceId: bigint): Promise<ForwardingPipelineConfig | null>;
  /** cookie of its pipeline; null: none is set */
  cookie(deviceId: bigint): Promise<bigint | null>;
  /** messages of type ReadResponse, undecoded, as they arrive */
  read(deviceId: bigint, wanted: Draft<Entity>): AsyncIterable<Uint8Array>;
  close(): void;
};

/** What a connection that failed came to, in the words of gRPC's library; the last holds where none else does. */
const broken: readonly [sign: RegExp, said: (address: string) => string][] = [
  [/dropped|ECONNRESET|RST_STREAM/i, (address) => `The connection to ${address} broke while it was read`],
  [
    /Protocol error|Failed to connect \(/i,
    (address) => `Something answers at ${address}, but not as gRPC in plain text`,
  ],
  [/(?:)/, (address) => `Nothing answers at ${address}`],
];

/** What a failed look says of the switch: nothing answers, or something that does not let us read. */
export function describeFailure(
  failure: ReadFailure,
  address: string,
): { state: "unreachable" | "refused"; message: string } {
  const { code } = failure;
  const message = failure.message.replace(/[.\s]*Resolution note:.*$/s, "");
  if (/certificate|handshake|TLS|SSL|self.signed|altname|wrong version number/i.test(message))
    return {
      state: "refused",
      message: `TLS with ${address} failed (${message}). Check the CA, the name and the dates in the certificate, and whether the switch wants a client certificate.`,
    };
  switch (code) {
    case CODE.unavailable:
      return {
        state: "unreachable",
        message: `${broken.find(([sign]) => sign.test(message))![1](address)} (${message}). Check the address, the port (9559, older BMv2 50051, Stratum 9339), and whether the switch wants TLS.`,
      };
    case CODE.deadlineExceeded:
    case CODE.cancelled:
      return { state: "unreachable", message: `${address} did not answer in time. It may be busy or gone.` };
    case CODE.unauthenticated:
    case CODE.permissionDenied:
      return {
        state: "refused",
        message: `${address} does not let P4Twin read (${message}). Give it a client certificate that the switch accepts.`,
      };
    case CODE.notFound:
      return {
        state: "refused",
        message: `${address} does not have this device id (${message}). BMv2 starts at 0, others at 1; Stratum takes the node id of its chassis configuration.`,
      };
    case CODE.unimplemented:
      return {
        state: "refused",
        message: `${address} speaks gRPC but not P4Runtime (${message}). Check the port.`,
      };
    case CODE.resourceExhausted:
      return { state: "refused", message: `The answer of ${address} is too large: ${message}.` };
    default:
      return { state: "refused", message: `${address} refused to be read: ${message}.` };
  }
}
