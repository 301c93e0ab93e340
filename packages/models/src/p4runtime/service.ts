import {
  CapabilitiesRequest,
  CapabilitiesResponse,
  GetForwardingPipelineConfigRequest,
  GetForwardingPipelineConfigResponse,
  ReadRequest,
  ReadResponse,
  SetForwardingPipelineConfigRequest,
  SetForwardingPipelineConfigResponse,
  WriteRequest,
  WriteResponse,
} from "./messages/calls.ts";
import { StreamMessageRequest, StreamMessageResponse } from "./messages/stream.ts";
import type { Draft, MessageType } from "./wire/message.ts";

/** A call as gRPC libraries want it described; `@grpc/grpc-js` takes the whole service as it is. */
type Method<Request, Response> = {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  requestSerialize(message: Draft<Request>): Buffer;
  requestDeserialize(bytes: Uint8Array): Request;
  responseSerialize(message: Draft<Response>): Buffer;
  responseDeserialize(bytes: Uint8Array): Response;
};

type Streams = { requests?: boolean; responses?: boolean };

/** gRPC of Node wants a `Buffer`, which is a view of the same bytes; a browser has none and does not call it. */
const encoded = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function method<Q, A>(
  name: string,
  request: MessageType<Q>,
  response: MessageType<A>,
  { requests = false, responses = false }: Streams = {},
): Method<Q, A> {
  return {
    path: `/p4.v1.P4Runtime/${name}`,
    requestStream: requests,
    responseStream: responses,
    requestSerialize: (message) => encoded(request.encode(message)),
    requestDeserialize: request.decode,
    responseSerialize: (message) => encoded(response.encode(message)),
    responseDeserialize: response.decode,
  };
}

/** The calls of the service p4.v1.P4Runtime. */
export const p4RuntimeService = {
  write: method("Write", WriteRequest, WriteResponse),
  read: method("Read", ReadRequest, ReadResponse, { responses: true }),
  setForwardingPipelineConfig: method(
    "SetForwardingPipelineConfig",
    SetForwardingPipelineConfigRequest,
    SetForwardingPipelineConfigResponse,
  ),
  getForwardingPipelineConfig: method(
    "GetForwardingPipelineConfig",
    GetForwardingPipelineConfigRequest,
    GetForwardingPipelineConfigResponse,
  ),
  streamChannel: method("StreamChannel", StreamMessageRequest, StreamMessageResponse, {
    requests: true,
    responses: true,
  }),
  capabilities: method("Capabilities", CapabilitiesRequest, CapabilitiesResponse),
};

/** Port of P4Runtime servers by IANA. */
export const P4RUNTIME_PORT = 9559;
