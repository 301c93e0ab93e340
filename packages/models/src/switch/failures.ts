import type { Draft, P4Error, StreamError, StreamMessageRequest } from "../p4runtime/index.ts";
import { CODE, SwitchError } from "./errors.ts";

/** The message of a controller that an error of its stream is about. */
export function causeOf(update: StreamMessageRequest["update"]): StreamError["details"] {
  switch (update?.kind) {
    case "packet":
      return { kind: "packetOut", value: { packetOut: update.value } };
    case "digestAck":
      return { kind: "digestListAck", value: { digestListAck: update.value } };
    case "other":
      return { kind: "other", value: { other: update.value } };
    default:
      return null;
  }
}

/** An update or a part of a Read that failed; what is no `SwitchError` is a bug of ours and said to be one. */
export function errorOf(error: unknown): Draft<P4Error> {
  if (error instanceof SwitchError)
    return { canonicalCode: error.code, message: error.message, space: "p4twin", code: error.code };
  return { canonicalCode: CODE.internal, message: String(error), space: "p4twin", code: CODE.internal };
}
