import { type ChannelOptions, Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { type ReadChannel, ReadFailure } from "../../attach/index.ts";
import { CODE, P4Error, p4RuntimeService, Status } from "../../p4runtime/index.ts";

/** PEM texts; null where there is none. Without `certificate` and `key` only the switch shows who it is. */
export type TlsFiles = { ca: string | null; certificate: string | null; key: string | null };

export type ChannelTarget = {
  /** HOST:PORT */
  address: string;
  /** null: plain text */
  tls: TlsFiles | null;
  /** name in the switch's certificate, where it is not that of the address */
  serverName: string | null;
};

/** PI sends all entries as one message, and takes as much itself. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;
/**
 * How long a short call may take, the pipeline, a switch be silent during a read, and a read in all (our choices): a
 * million entries take minutes on a busy machine, and some switches say nothing until they have all of them.
 */
const CALL_MS = 5_000;
const PIPELINE_MS = 120_000;
const SILENT_MS = 120_000;
const READ_MS = 900_000;

const DETAILS = "grpc-status-details-bin";

/** The calls of a reader over gRPC. Opens no connection before the first call; `close` ends it. */
export const openReadChannel = (target: ChannelTarget, mostBytes = MAX_MESSAGE_BYTES): ReadChannel =>
  readingWith(connect(target, mostBytes));

/** One call and its answer; rejects with `ReadFailure`. */
export const callOnce = <Q, A>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: Method<Q, A>,
  request: Q,
  ms = CALL_MS,
): Promise<A> =>
  new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      new Metadata(),
      { deadline: Date.now() + ms },
      (error, answer) => (error || answer === undefined ? reject(failureOf(error)) : resolve(answer)),
    );
  });

/** The calls of a reader over a connection that is its own. Times are bounds of a read, in ms. */
export function readingWith(client: Client, silentMs = SILENT_MS, readMs = READ_MS): ReadChannel {
  const { capabilities, getForwardingPipelineConfig, read } = p4RuntimeService;
  return {
    capabilities: async () => (await callOnce(client, capabilities, {})).p4runtimeApiVersion,
    pipeline: async (deviceId) =>
      (await callOnce(client, getForwardingPipelineConfig, { deviceId, responseType: "ALL" }, PIPELINE_MS))
        .config,
    async cookie(deviceId) {
      const wanted = { deviceId, responseType: "COOKIE_ONLY" as const };
      const { config } = await callOnce(client, getForwardingPipelineConfig, wanted);
      return config?.cookie?.cookie ?? null;
    },
    async *read(deviceId, wanted) {
      const stream = client.makeServerStreamRequest(
        read.path,
        read.requestSerialize,
        // decoded piece by piece by who reads them
        (bytes: Buffer): Uint8Array => bytes,
        { deviceId, entities: [wanted] },
        new Metadata(),
        { deadline: Date.now() + readMs },
      );
      const silence = setTimeout(() => stream.cancel(), silentMs);
      try {
        for await (const message of stream) {
          yield message as Uint8Array;
          silence.refresh();
        }
      } catch (error) {
        throw failureOf(error);
      } finally {
        clearTimeout(silence);
        stream.cancel();
      }
    },
    close: () => client.close(),
  };
}

type Method<Q, A> = {
  path: string;
  requestSerialize(message: Q): Buffer;
  responseDeserialize(bytes: Uint8Array): A;
};

export function connect({ address, tls, serverName }: ChannelTarget, mostBytes = MAX_MESSAGE_BYTES): Client {
  const options: ChannelOptions = {
    "grpc.max_receive_message_length": mostBytes,
    ...(serverName === null
      ? {}
      : { "grpc.ssl_target_name_override": serverName, "grpc.default_authority": serverName }),
  };
  const pem = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text));
  try {
    const secured =
      tls === null
        ? credentials.createInsecure()
        : credentials.createSsl(pem(tls.ca), pem(tls.key), pem(tls.certificate));
    return new Client(address, secured, options);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ReadFailure(CODE.unauthenticated, `TLS: the certificate or key cannot be read: ${message}`);
  }
}

/** What gRPC rejected a call with, as `ReadFailure`. */
export function failureOf(error: unknown): ReadFailure {
  if (error instanceof ReadFailure) return error;
  if (!isServiceError(error))
    return new ReadFailure(CODE.internal, error instanceof Error ? error.message : String(error));
  return new ReadFailure(error.code, detailsOf(error) ?? error.details);
}

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && "code" in error && typeof error.code === "number" && "details" in error;

/** What the first P4Runtime error of the trailer says; null without one, or when it is damaged. */
function detailsOf({ metadata }: ServiceError): string | null {
  const [bytes] = metadata?.get(DETAILS) ?? [];
  if (!(bytes instanceof Buffer)) return null;
  try {
    for (const { value } of Status.decode(bytes).details) {
      const { message } = P4Error.decode(value);
      if (message) return message;
    }
    return null;
  } catch {
    // the trailer is what the switch made of it; code and text stand without it
    return null;
  }
}
