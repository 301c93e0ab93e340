import {
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type sendUnaryData,
  setLogVerbosity,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import {
  type CapabilitiesResponse,
  type Draft,
  type Entity,
  type GetForwardingPipelineConfigRequest,
  type GetForwardingPipelineConfigResponse,
  P4Error,
  p4RuntimeService,
  type ReadRequest,
  type ReadResponse,
  type SetForwardingPipelineConfigRequest,
  Status,
  type StreamMessageRequest,
  StreamMessageResponse,
  type WriteRequest,
} from "../../p4runtime/index.ts";
import { CODE, type SwitchDevice, SwitchError } from "../../switch/index.ts";

/** Version of the P4Runtime specification that the switch keeps to. */
const API_VERSION = "1.4.1";
/** Our choices, the first as PI. */
const serveBounds = {
  /** what a request may hold */
  requestBytes: 256 * 1024 * 1024,
  /** what waits for a controller that does not read; packets and notices beyond are left out */
  waitingBytes: 16 * 1024 * 1024,
};
/** Entities in one message of a Read, as PI (our choice). */
const ENTITIES_A_MESSAGE = 1000;

export type TlsFiles = { key: Buffer; certificate: Buffer; clientCa: Buffer | null };
export type P4RuntimeServer = { port: number; close(): void };

/** Serves a switch by P4Runtime over gRPC at `host:port` (0: any free one), in plain text without `tls`. */
export async function serveP4Runtime(
  device: SwitchDevice,
  host: string,
  port: number,
  tls: TlsFiles | null,
  bounds = serveBounds,
): Promise<P4RuntimeServer> {
  // what goes wrong is told to who calls; the library would print it as well
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server({
    "grpc.max_receive_message_length": bounds.requestBytes,
    "grpc.max_send_message_length": -1,
  });
  server.addService(p4RuntimeService as unknown as ServiceDefinition, callsOf(device, bounds.waitingBytes));
  const credentials = tls
    ? ServerCredentials.createSsl(
        tls.clientCa,
        [{ private_key: tls.key, cert_chain: tls.certificate }],
        tls.clientCa !== null,
      )
    : ServerCredentials.createInsecure();
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(address, credentials, (error, at) => (error ? reject(error) : resolve(at))),
  );
  return { port: bound, close: () => server.forceShutdown() };
}

function callsOf(device: SwitchDevice, waitingBytes: number): UntypedServiceImplementation {
  return {
    capabilities: unary((): Draft<CapabilitiesResponse> => ({ p4runtimeApiVersion: API_VERSION })),
    setForwardingPipelineConfig: unary((request: SetForwardingPipelineConfigRequest) => {
      device.setPipeline(request);
      return {};
    }),
    getForwardingPipelineConfig: unary(
      (request: GetForwardingPipelineConfigRequest): Draft<GetForwardingPipelineConfigResponse> => ({
        config: device.getPipeline(request),
      }),
    ),
    write: unary((request: WriteRequest) => {
      const errors = device.write(request);
      throwFailed(errors);
      return {};
    }),
    read: (call: ServerWritableStream<ReadRequest, Draft<ReadResponse>>) => void read(device, call),
    streamChannel: (call: ServerDuplexStream<StreamMessageRequest, Draft<StreamMessageResponse>>) =>
      stream(device, waitingBytes, call),
  };
}

type CallError = { code: number; details: string; metadata?: Metadata };

/** What a call ends with; a bug is INTERNAL and does not end the switch. */
function callError(error: unknown): CallError {
  if (error instanceof SwitchError) return { code: error.code, details: error.message };
  if (typeof error === "object" && error !== null && "details" in error) return error as CallError;
  return { code: CODE.internal, details: error instanceof Error ? error.message : String(error) };
}

const unary =
  <Q, A>(answer: (request: Q) => A) =>
  (call: ServerUnaryCall<Q, A>, done: sendUnaryData<A>): void => {
    try {
      done(null, answer(call.request));
    } catch (error) {
      done(callError(error));
    }
  };

/** When one failed: an error for each update of a Write, or part of a Read, those that went well included. */
function throwFailed(errors: readonly Draft<P4Error>[]): void {
  const failed = errors.find(({ canonicalCode }) => canonicalCode !== CODE.ok);
  if (!failed) return;
  const details = failed.message ?? "one of the parts failed";
  const metadata = new Metadata();
  const status = Status.encode({
    code: CODE.unknown,
    message: details,
    details: errors.map((error) => ({
      typeUrl: `type.googleapis.com/${P4Error.name}`,
      value: P4Error.encode(error),
    })),
  });
  metadata.add("grpc-status-details-bin", Buffer.from(status));
  const failure: CallError = { code: CODE.unknown, details, metadata };
  throw failure;
}

async function read(
  device: SwitchDevice,
  call: ServerWritableStream<ReadRequest, Draft<ReadResponse>>,
): Promise<void> {
  try {
    let entities: Draft<Entity>[] = [];
    const flush = async (): Promise<void> => {
      const isRoom = call.write({ entities });
      entities = [];
      if (!isRoom && !call.cancelled)
        await new Promise<void>((resolve) => {
          const go = (): void => {
            call.off("drain", go).off("cancelled", go);
            resolve();
          };
          call.on("drain", go).on("cancelled", go);
        });
    };
    // one consistent answer: what is read is taken before anything is sent
    const { entities: all, errors } = device.read(call.request);
    for (const entity of all) {
      entities.push(entity);
      if (entities.length >= ENTITIES_A_MESSAGE) await flush();
      if (call.cancelled) return;
    }
    await flush();
    throwFailed(errors);
    call.end();
  } catch (error) {
    call.emit("error", callError(error));
  }
}

/** What a message takes while it waits; of a packet without encoding it twice. */
const bytesOf = (message: Draft<StreamMessageResponse>): number =>
  message.update?.kind === "packet"
    ? (message.update.value.payload?.length ?? 0)
    : StreamMessageResponse.encode(message).length;

function stream(
  device: SwitchDevice,
  waitingBytes: number,
  call: ServerDuplexStream<StreamMessageRequest, Draft<StreamMessageResponse>>,
): void {
  let isOpen = true;
  // the stream itself counts messages, not bytes
  let waiting = 0;
  const controller = device.openStream((message) => {
    const isNotice = message.update?.kind !== "arbitration";
    if (!isOpen || (isNotice && waiting > waitingBytes)) return;
    const bytes = bytesOf(message);
    waiting += bytes;
    call.write(message, () => {
      waiting -= bytes;
    });
  });
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    controller.close();
  };
  call.on("data", (message: StreamMessageRequest) => {
    if (!isOpen) return;
    try {
      controller.receive(message);
    } catch (error) {
      close();
      call.emit("error", callError(error));
    }
  });
  call.on("end", () => {
    close();
    call.end();
  });
  call.on("cancelled", close);
  call.on("error", close);
}
