import { isP4Text } from "../p4/index.ts";
import { P4DeviceConfig, WireError } from "../p4runtime/index.ts";
import { isBmv2Json } from "../program/index.ts";

/** What a switch gave as its program. `opaque`: only its compiler knows; tables and actions come from the P4Info. */
export type DeviceConfig =
  | { kind: "bmv2"; json: string }
  | { kind: "p4"; text: string }
  | { kind: "opaque"; bytes: number }
  | { kind: "none" };

/** BMv2 gives back what was pushed: its JSON bare, or inside the message that the tutorials push. Ours has P4 text. */
export function deviceConfigOf(config: Uint8Array): DeviceConfig {
  if (config.length === 0) return { kind: "none" };
  for (const bytes of [config, wrapped(config)]) {
    if (!bytes) continue;
    const start = new TextDecoder().decode(bytes.subarray(0, 200));
    // a compiled program is text that begins with a brace
    if (!/^\s*\{/.test(start) && !isP4Text(start)) continue;
    const text = new TextDecoder().decode(bytes);
    if (isBmv2Json(text)) return { kind: "bmv2", json: text };
    if (/\bmain\s*;/.test(text)) return { kind: "p4", text };
  }
  return { kind: "opaque", bytes: config.length };
}

function wrapped(config: Uint8Array): Uint8Array | null {
  try {
    return P4DeviceConfig.decode(config).deviceData;
  } catch (error) {
    if (error instanceof WireError || error instanceof RangeError) return null;
    throw error;
  }
}
