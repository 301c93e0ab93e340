import { z } from "zod";
import { libraryFiles, libraryNames } from "../../../library/index.ts";
import { assert, checkShape, readDocument } from "../../core/index.ts";
import type { DeviceProfile } from "../../device/index.ts";

/** What a switch or NIC can match and write: what decides whether a traffic class may leave the server. */
const offloadTargetSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  title: z.string().min(1),
  language: z.enum(["openflow", "dpdk", "p4"]),
  source: z.string().min(1),
  /** ports can only be matched together with TCP or UDP */
  needsProtocol: z.boolean(),
  /** fields it can match; mask: any leading bits, exact: one value an entry */
  match: z.record(z.string(), z.enum(["exact", "mask"])),
  /** `sums`: fields that take a number more or less (OpenFlow: only the TTL, downwards) */
  write: z.strictObject({
    constants: z.array(z.string()),
    sums: z.array(z.string()),
    copies: z.boolean(),
  }),
});

export type OffloadTarget = z.infer<typeof offloadTargetSchema>;

const folder = "metron/targets";
const ending = ".json";

/** Ids of the targets of the library, sorted. */
export const offloadTargetIds = (): string[] => libraryNames(folder, ending);

/** A target of the library, or null. */
export function offloadTarget(id: string): OffloadTarget | null {
  const path = `${folder}/${id}${ending}`;
  const text = libraryFiles[path];
  if (text === undefined) return null;
  const { value } = checkShape(readDocument(text, path), offloadTargetSchema, "an offload target");
  assert(value !== null, `library file ${path} is valid`);
  return value;
}

/**
 * A device of the library as a target, with the entries that its ternary tables were seen to hold; `entries`
 * null: no published number.
 */
export type DeviceTarget = { target: OffloadTarget; entries: number | null };

/**
 * What a device of the library runs of a chain. P4 devices: match and write of P4, entries of their ternary
 * tables, or those of their exact ones where only these were measured, and then single values only. OpenFlow
 * devices: Open vSwitch's fields.
 */
export function targetOfDevice(profile: DeviceProfile): DeviceTarget {
  const base = offloadTarget(profile.architectures.includes("openflow") ? "ovs" : "p4");
  assert(base !== null, "the library has the targets ovs and p4");
  const limit = (kind: string): number | null =>
    profile.limits.rules.find((r) => r.match === kind)?.operableMax.value ?? null;
  const ternary = limit("ternary");
  const exact = limit("exact");
  const target = { ...base, id: profile.id, title: profile.title };
  if (ternary !== null || exact === null) return { target, entries: ternary };
  const match = Object.fromEntries(Object.keys(base.match).map((field) => [field, "exact" as const]));
  return { target: { ...target, match }, entries: exact };
}
