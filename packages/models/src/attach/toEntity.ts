import {
  type Action,
  type CounterData,
  type FieldMatch,
  type ActionProfileGroup as Group,
  numberOfBytes,
  type Replica,
  type TableAction,
  type TableEntry,
  type Entity as WireEntity,
} from "../p4runtime/index.ts";
import type { Entity, EntityAction, EntityMatch, EntityRun, EntryEntity } from "../snapshot/index.ts";
import { type NamedTable, type Names, numbered } from "./names.ts";

/** Counts of an entry since it was written; null: the switch does not count that. */
export type EntryCount = { packets: number | null; bytes: number | null };
export type ReadEntity = { entity: Entity; count: EntryCount | null };

/** What a switch sent, by names; null for kinds that no snapshot holds. Ids without a name go to `unknown`. */
export function toEntity(
  { entity }: WireEntity,
  names: Names,
  unknown: (id: number) => void,
): ReadEntity | null {
  const runOf = (action: Action): EntityRun => toRun(action, names, unknown);
  switch (entity?.kind) {
    case "tableEntry": {
      const table = names.table(entity.value.tableId);
      if (!table) unknown(entity.value.tableId);
      return {
        entity: toEntry(entity.value, table, runOf),
        count:
          entity.value.counterData && table?.counts ? countOf(entity.value.counterData, table.counts) : null,
      };
    }
    case "actionProfileMember": {
      const { actionProfileId, memberId, action } = entity.value;
      return {
        entity: {
          kind: "member",
          profile: names.profile(actionProfileId),
          id: memberId,
          run: action && runOf(action),
        },
        count: null,
      };
    }
    case "actionProfileGroup":
      return { entity: toGroup(entity.value, names), count: null };
    case "packetReplicationEngineEntry": {
      const { type } = entity.value;
      if (type?.kind === "multicastGroupEntry") {
        const { multicastGroupId: id, replicas } = type.value;
        return { entity: { kind: "multicast", id, replicas: toReplicas(replicas) }, count: null };
      }
      if (type?.kind !== "cloneSessionEntry") return null;
      const { sessionId: id, replicas, classOfService, packetLengthBytes } = type.value;
      return {
        entity: { kind: "session", id, replicas: toReplicas(replicas), classOfService, packetLengthBytes },
        count: null,
      };
    }
    default:
      return null;
  }
}

function toEntry(
  entry: TableEntry,
  table: NamedTable | undefined,
  runOf: (action: Action) => EntityRun,
): EntryEntity {
  const match = entry.match.flatMap((field): [string, EntityMatch][] => {
    const known = table?.fields.get(field.fieldId);
    const read = toMatch(field, known?.bits ?? 0, known?.isText ?? false);
    return read ? [[known?.name ?? numbered(field.fieldId), read]] : [];
  });
  const { metadata, controllerMetadata } = entry;
  return {
    kind: "entry",
    table: table?.name ?? numbered(entry.tableId),
    match: Object.fromEntries(match),
    priority: entry.priority,
    isDefault: entry.isDefaultAction,
    action: entry.action && toAction(entry.action, runOf),
    metadata:
      metadata.length > 0
        ? numberText(metadata)
        : controllerMetadata > 0n
          ? `0x${controllerMetadata.toString(16)}`
          : "",
  };
}

/** Null: the field matches anything. Bits that a prefix or mask leaves out are cleared: one key, one spelling. */
function toMatch({ fieldMatchType: type }: FieldMatch, bits: number, isText: boolean): EntityMatch | null {
  const text = (bytes: Uint8Array): string => valueText(bytes, isText);
  switch (type?.kind) {
    case "exact":
      return { kind: "exact", value: text(type.value.value) };
    case "optional":
      return { kind: "optional", value: text(type.value.value) };
    case "lpm": {
      const { value, prefixLen } = type.value;
      if (prefixLen <= 0) return null;
      const behind = BigInt(Math.max(0, bits - prefixLen));
      return { kind: "lpm", value: hex((numberOfBytes(value) >> behind) << behind), prefixBits: prefixLen };
    }
    case "ternary": {
      const mask = numberOfBytes(type.value.mask);
      return mask === 0n
        ? null
        : { kind: "ternary", value: hex(numberOfBytes(type.value.value) & mask), mask: hex(mask) };
    }
    case "range": {
      const { low, high } = type.value;
      const all = numberOfBytes(low) === 0n && bits > 0 && numberOfBytes(high) === (1n << BigInt(bits)) - 1n;
      return all ? null : { kind: "range", low: numberText(low), high: numberText(high) };
    }
    default:
      return null;
  }
}

function toAction({ type }: TableAction, runOf: (action: Action) => EntityRun): EntityAction | null {
  switch (type?.kind) {
    case "action":
      return { kind: "run", run: runOf(type.value) };
    case "actionProfileMemberId":
      return { kind: "member", id: type.value };
    case "actionProfileGroupId":
      return { kind: "group", id: type.value };
    case "actionProfileActionSet":
      return {
        kind: "set",
        runs: type.value.actionProfileActions.flatMap(({ action, weight, watchKind }) =>
          action ? [{ run: runOf(action), weight, watchPort: watchText(watchKind) }] : [],
        ),
      };
    default:
      return null;
  }
}

function toRun({ actionId, params }: Action, names: Names, unknown: (id: number) => void): EntityRun {
  const action = names.action(actionId);
  if (!action) unknown(actionId);
  const sorted = [...params].sort((a, b) => a.paramId - b.paramId);
  return {
    name: action?.name ?? numbered(actionId),
    params: Object.fromEntries(
      sorted.map(({ paramId, value }) => {
        const known = action?.params.get(paramId);
        return [known?.name ?? numbered(paramId), valueText(value, known?.isText ?? false)];
      }),
    ),
  };
}

const toGroup = ({ actionProfileId, groupId, members }: Group, names: Names): Entity => ({
  kind: "group",
  profile: names.profile(actionProfileId),
  id: groupId,
  members: [...members]
    .sort((a, b) => a.memberId - b.memberId)
    .map(({ memberId, weight, watchKind }) => ({ id: memberId, weight, watchPort: watchText(watchKind) })),
});

const toReplicas = (replicas: readonly Replica[]): { port: string; instance: number }[] =>
  replicas
    .map(({ portKind, instance }) => ({
      port:
        portKind?.kind === "port" ? numberText(portKind.value) : `0x${(portKind?.value ?? 0).toString(16)}`,
      instance,
    }))
    .sort((a, b) => a.instance - b.instance || (a.port < b.port ? -1 : 1));

const watchText = (
  kind: { kind: "watch"; value: number } | { kind: "watchPort"; value: Uint8Array } | null,
): string | null =>
  kind === null || (kind.kind === "watch" && kind.value === 0)
    ? null
    : kind.kind === "watch"
      ? `0x${kind.value.toString(16)}`
      : numberText(kind.value);

const countOf = (
  { byteCount, packetCount }: CounterData,
  counts: NonNullable<NamedTable["counts"]>,
): EntryCount => ({
  packets: counts === "bytes" ? null : Number(packetCount),
  bytes: counts === "packets" ? null : Number(byteCount),
});

const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** Most values are short: no big integers for them. */
function numberText(bytes: Uint8Array): string {
  if (bytes.length > 6) return hex(numberOfBytes(bytes));
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return `0x${value.toString(16)}`;
}

const valueText = (bytes: Uint8Array, isText: boolean): string =>
  isText ? JSON.stringify(new TextDecoder().decode(bytes)) : numberText(bytes);
