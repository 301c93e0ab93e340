import { bool, bytes, enumOf, int64, list, listOf, oneOf, string, sub, uint64 } from "../wire/field.ts";
import { type MessageOf, message } from "../wire/message.ts";

// What a reader of gNMI needs (openconfig/gnmi, proto/gnmi/gnmi.proto, 0.10): Capabilities and Get. Nothing here
// changes a switch.

/** An entry of the map of keys, as it travels. */
const KeyEntry = message("gnmi.PathElem.KeyEntry", { key: string(1), value: string(2) });
const PathElem = message("gnmi.PathElem", { name: string(1), key: list(2, KeyEntry) });
export type PathElem = MessageOf<typeof PathElem>;
export const GnmiPath = message("gnmi.Path", {
  origin: string(2),
  elem: list(3, PathElem),
  target: string(4),
});
export type GnmiPath = MessageOf<typeof GnmiPath>;

const TypedValue = message("gnmi.TypedValue", {
  value: oneOf({
    stringVal: string(1),
    intVal: int64(2),
    uintVal: uint64(3),
    boolVal: bool(4),
    jsonVal: bytes(10),
    jsonIetfVal: bytes(11),
    asciiVal: string(12),
  }),
});
export type TypedValue = MessageOf<typeof TypedValue>;
const Update = message("gnmi.Update", { path: sub(1, GnmiPath), val: sub(3, TypedValue) });
const Notification = message("gnmi.Notification", {
  timestamp: int64(1),
  prefix: sub(2, GnmiPath),
  update: list(4, Update),
});
export type GnmiNotification = MessageOf<typeof Notification>;

/** How a switch may write values, by the numbers of `CapabilityResponse.supportedEncodings`. */
export const gnmiEncodings = { JSON: 0, BYTES: 1, PROTO: 2, ASCII: 3, JSON_IETF: 4 } as const;
export type GnmiEncoding = keyof typeof gnmiEncodings;

export const GnmiGetRequest = message("gnmi.GetRequest", {
  prefix: sub(1, GnmiPath),
  path: list(2, GnmiPath),
  type: enumOf(3, { ALL: 0, CONFIG: 1, STATE: 2, OPERATIONAL: 3 }),
  encoding: enumOf(5, gnmiEncodings),
});
export type GnmiGetRequest = MessageOf<typeof GnmiGetRequest>;
export const GnmiGetResponse = message("gnmi.GetResponse", { notification: list(1, Notification) });
export type GnmiGetResponse = MessageOf<typeof GnmiGetResponse>;

export const GnmiCapabilityRequest = message("gnmi.CapabilityRequest", {});
export const GnmiCapabilityResponse = message("gnmi.CapabilityResponse", {
  supportedEncodings: listOf(2, "uint32"),
  version: string(3),
});
export type GnmiCapabilityResponse = MessageOf<typeof GnmiCapabilityResponse>;
