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
import {
  GnmiCapabilityRequest,
  GnmiCapabilityResponse,
  GnmiGetRequest,
  GnmiGetResponse,
} from "./messages/gnmi.ts";
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
  path: string,
  request: MessageType<Q>,
  response: MessageType<A>,
  { requests = false, responses = false }: Streams = {},
): Method<Q, A> {
  return {
    path,
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
  write: method("/p4.v1.P4Runtime/Write", WriteRequest, WriteResponse),
  read: method("/p4.v1.P4Runtime/Read", ReadRequest, ReadResponse, { responses: true }),
  setForwardingPipelineConfig: method(
    "/p4.v1.P4Runtime/SetForwardingPipelineConfig",
    SetForwardingPipelineConfigRequest,
    SetForwardingPipelineConfigResponse,
  ),
  getForwardingPipelineConfig: method(
    "/p4.v1.P4Runtime/GetForwardingPipelineConfig",
    GetForwardingPipelineConfigRequest,
    GetForwardingPipelineConfigResponse,
  ),
  streamChannel: method("/p4.v1.P4Runtime/StreamChannel", StreamMessageRequest, StreamMessageResponse, {
    requests: true,
    responses: true,
  }),
  capabilities: method("/p4.v1.P4Runtime/Capabilities", CapabilitiesRequest, CapabilitiesResponse),
};

/** The calls of the service gnmi.gNMI that only read. */
export const gnmiService = {
  capabilities: method("/gnmi.gNMI/Capabilities", GnmiCapabilityRequest, GnmiCapabilityResponse),
  get: method("/gnmi.gNMI/Get", GnmiGetRequest, GnmiGetResponse),
};

/** Ports of servers by IANA. */
export const P4RUNTIME_PORT = 9559;
export const GNMI_PORT = 9339;
