import { bytes, int32, list, string } from "../wire/field.ts";
import { type MessageOf, message } from "../wire/message.ts";

/** A message of any type, by the name of its type. */
export const Any = message("google.protobuf.Any", { typeUrl: string(1), value: bytes(2) });
export type Any = MessageOf<typeof Any>;

/** What gRPC tells of a failure beyond code and text, in the trailer `grpc-status-details-bin`. */
export const Status = message("google.rpc.Status", {
  code: int32(1),
  message: string(2),
  details: list(3, Any),
});
export type Status = MessageOf<typeof Status>;
