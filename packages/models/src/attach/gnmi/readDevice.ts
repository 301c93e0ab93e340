import {
  CODE,
  type GnmiEncoding,
  type GnmiGetResponse,
  type GnmiPath,
  gnmiEncodings,
} from "../../p4runtime/index.ts";
import type { GnmiDevice } from "../../topology/index.ts";
import { ReadFailure } from "../channel.ts";
import { deviceOf } from "./device.ts";
import { treeOf } from "./openConfigTree.ts";

/** All that is asked of a switch by gNMI: there is no Set in it. Every call rejects with `ReadFailure`. */
export type GnmiChannel = {
  /** numbers of the encodings that the switch has */
  encodings(): Promise<readonly number[]>;
  get(path: GnmiPath, encoding: GnmiEncoding): Promise<GnmiGetResponse>;
  close(): void;
};

export type GnmiRead = {
  device: GnmiDevice;
  /** parts that the switch does not have, or does not give, and why */
  unread: { what: string; why: string }[];
};

/** Parts of OpenConfig that are read, each by itself: a switch that refuses one has the others. */
const PARTS = ["interfaces", "lldp", "components", "system"];

/** Best first: whole containers as JSON are the smallest answers. */
const PREFERRED: readonly GnmiEncoding[] = ["JSON_IETF", "JSON", "PROTO"];

/** What some server of gNMI does otherwise, and a look reads around; each has a test. */
export const gnmiQuirks = [
  { id: "no-capabilities", servers: "older ones", note: "asked for JSON_IETF" },
  { id: "encoding-ignored", servers: "fabric-sim", note: "leaves and JSON are joined alike" },
  { id: "empty-prefix-refused", servers: "fabric-sim", note: "no prefix is sent" },
  { id: "part-refused", servers: "Stratum (LLDP, system)", note: "other parts are read" },
  {
    id: "part-empty",
    servers: "fabric-sim (LLDP, components, system)",
    note: "it counts as unread, not as none",
  },
] as const;

/** Reads names, ports and neighbours of a switch. Rejects with `ReadFailure` when it is away or gives none of them. */
export async function readDevice(channel: GnmiChannel): Promise<GnmiRead> {
  const encoding = await encodingOf(channel);
  const notifications: GnmiGetResponse["notification"] = [];
  const unread: GnmiRead["unread"] = [];
  const failures: ReadFailure[] = [];
  for (const part of PARTS)
    try {
      const { notification } = await channel.get(pathTo(part), encoding);
      if (notification.every(({ update }) => update.length === 0))
        unread.push({ what: part, why: "the answer is empty" });
      notifications.push(...notification);
    } catch (error) {
      if (!(error instanceof ReadFailure) || GONE.includes(error.code)) throw error;
      failures.push(error);
      unread.push({ what: part, why: error.message });
    }
  const [first] = failures;
  if (first && failures.length === PARTS.length) throw first;
  return { device: deviceOf(treeOf(notifications)), unread };
}

/** `[HOST:]PORT` as HOST:PORT, by default at the address of the switch itself; null: it is none. */
export function resolveGnmiAddress(text: string, address: string): string | null {
  const [, host, port] = /^(?:(\[[\da-fA-F:.]+\]|[\w.-]+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) return null;
  return `${host ?? address.slice(0, address.lastIndexOf(":"))}:${port}`;
}

const GONE: readonly number[] = [
  CODE.unavailable,
  CODE.deadlineExceeded,
  CODE.unauthenticated,
  CODE.permissionDenied,
];

const pathTo = (part: string): GnmiPath => ({ origin: "", elem: [{ name: part, key: [] }], target: "" });

/** What a switch without Capabilities is asked for: JSON_IETF, which OpenConfig wants of all. */
async function encodingOf(channel: GnmiChannel): Promise<GnmiEncoding> {
  try {
    const supported = await channel.encodings();
    return PREFERRED.find((each) => supported.includes(gnmiEncodings[each])) ?? "JSON_IETF";
  } catch (error) {
    if (!(error instanceof ReadFailure) || error.code !== CODE.unimplemented) throw error;
    return "JSON_IETF";
  }
}
