import { CODE, type Draft, type P4Info, type Entity as WireEntity } from "../p4runtime/index.ts";
import { type Entity, keyOf } from "../snapshot/index.ts";
import { type ReadChannel, ReadFailure } from "./channel.ts";
import { type DeviceConfig, deviceConfigOf } from "./deviceConfig.ts";
import { type NamedTable, type Names, namesOf } from "./names.ts";
import { entitiesIn } from "./readResponse.ts";
import { type EntryCount, toEntity } from "./toEntity.ts";

/** Entities that one look takes (our choice): some 600 MB as they are read. */
const MAX_ENTITIES = 1_000_000;

/** Where a look puts what it finds, with its `keyOf`. An entity may come twice: the later one holds. */
export type Taker = {
  entity(entity: Entity, key: string): void;
  count(key: string, count: EntryCount): void;
};

/** A pipeline that was read before. Many controllers set one cookie for all: it is a sign, no proof. */
export type KnownPipeline = { cookie: bigint; info: P4Info };

export type SwitchLook =
  | { state: "empty"; apiVersion: string | null; notes: string[] }
  | {
      /** partial: part of it could not be read, which `unread` names; a partial look never replaces a whole one */
      state: "whole" | "partial";
      apiVersion: string | null;
      /** decimal; null: unset */
      cookie: string | null;
      info: P4Info;
      tables: readonly NamedTable[];
      /** null: the pipeline was known, and not read again */
      config: DeviceConfig | null;
      /** something has an id that the P4Info does not have */
      hasUnknownIds: boolean;
      unread: { what: string; why: string }[];
      /** deviations from the specification that were read around */
      notes: string[];
    };

/** What some server does otherwise, and a look reads around. */
export const serverQuirks = [
  { id: "no-capabilities", servers: "PINS, BlueField", note: "its P4Runtime version is unknown" },
  {
    id: "empty-is-an-error",
    servers: "BMv2, Stratum, 4ward",
    note: "FAILED_PRECONDITION: no pipeline, or another device id",
  },
  {
    id: "read-before-push-ends-it",
    servers: "fabric-sim",
    note: "nothing is read before a pipeline is there",
  },
  {
    id: "direct-counter-read-ends-it",
    servers: "fabric-sim",
    note: "counters are read with the entries only",
  },
  { id: "one-message", servers: "PI, PINS", note: "messages of 256 MB are taken" },
  { id: "filters-ignored", servers: "PI, fabric-sim", note: "entries that come twice count once" },
  { id: "no-wildcard", servers: "unknown", note: "each table is read by itself" },
  { id: "no-defaults", servers: "PINS", note: "default actions are those of the program" },
  {
    id: "default-without-action",
    servers: "PI",
    note: "a default action without a name is the program's: nobody wrote one",
  },
  {
    id: "whole-range",
    servers: "PI",
    note: "a range that was left out comes back as the whole range: it matches all",
  },
  {
    id: "own-priorities",
    servers: "PI",
    note: "priorities of constant entries are the switch's own (from 2^31 - 2 down)",
  },
  { id: "default-per-table", servers: "Stratum on Tofino", note: "default actions are read table by table" },
  { id: "counters-refused", servers: "unknown", note: "entries are read without counters" },
  {
    id: "out-of-sync-table",
    servers: "PI",
    note: "an entry from elsewhere ends the read: that table is unread",
  },
  { id: "unreadable-kind", servers: "PINS, BlueField", note: "profiles and groups are unread" },
] as const;
type QuirkId = (typeof serverQuirks)[number]["id"];

/**
 * Reads what runs on a switch without changing anything: version, pipeline, then each kind of entity by itself.
 * Rejects with `ReadFailure` when the switch is away or dies meanwhile; what one kind refuses is `unread`. While the
 * cookie is that of a `known` pipeline, that is not read again.
 */
export async function readSwitch(
  channel: ReadChannel,
  deviceId: bigint,
  taker: Taker,
  { known = null, mostEntities = MAX_ENTITIES }: { known?: KnownPipeline | null; mostEntities?: number } = {},
): Promise<SwitchLook> {
  const met = new Set<QuirkId>();
  const apiVersion = await versionOf(channel, met);
  const isKnown = known !== null && (await cookieOf(channel, deviceId)) === known.cookie;
  const pipeline = isKnown
    ? { p4info: known.info, p4DeviceConfig: NOT_READ, cookie: { cookie: known.cookie } }
    : await pipelineOf(channel, deviceId, met);
  const notes = (): string[] => serverQuirks.flatMap(({ id, note }) => (met.has(id) ? [note] : []));
  if (!pipeline?.p4info || isBlank(pipeline.p4info, pipeline.p4DeviceConfig))
    return { state: "empty", apiVersion, notes: notes() };
  const { p4info: info, p4DeviceConfig, cookie } = pipeline;
  const names = namesOf(info);
  const unread: { what: string; why: string }[] = [];
  const unknownIds = new Set<number>();
  const take = createTake(channel, deviceId, names, taker, { unknownIds, mostEntities, met });
  await takeEntries(take, names, unread, met);
  await takeDefaults(take, names, met);
  for (const [what, wanted] of otherKinds(info)) {
    const failure = await take(wanted);
    if (!failure) continue;
    met.add("unreadable-kind");
    unread.push({ what, why: failure.message });
  }
  const ids = [...unknownIds].slice(0, 5).join(", ");
  return {
    state: unread.length > 0 ? "partial" : "whole",
    apiVersion,
    cookie: cookie ? cookie.cookie.toString() : null,
    info,
    tables: names.tables,
    config: p4DeviceConfig === NOT_READ ? null : deviceConfigOf(p4DeviceConfig),
    hasUnknownIds: unknownIds.size > 0,
    unread,
    notes: unknownIds.size === 0 ? notes() : [...notes(), `the P4Info has no object with the id ${ids}`],
  };
}

const NOT_READ = new Uint8Array(0);

/** Null where the switch does not say: then the pipeline is read. */
async function cookieOf(channel: ReadChannel, deviceId: bigint): Promise<bigint | null> {
  try {
    return await channel.cookie(deviceId);
  } catch (error) {
    if (!(error instanceof ReadFailure) || endsTheLook(error)) throw error;
    return null;
  }
}

/** A P4Info that is there and says nothing: fabric-sim answers so before a push, and dies of a read then. */
const isBlank = ({ tables, actions }: P4Info, config: Uint8Array): boolean =>
  tables.length === 0 && actions.length === 0 && config.length === 0;

async function versionOf(channel: ReadChannel, met: Set<QuirkId>): Promise<string | null> {
  try {
    return (await channel.capabilities()) || null;
  } catch (error) {
    // a port that speaks something else says so to the next call
    if (!(error instanceof ReadFailure) || error.code !== CODE.unimplemented) throw error;
    met.add("no-capabilities");
    return null;
  }
}

async function pipelineOf(
  channel: ReadChannel,
  deviceId: bigint,
  met: Set<QuirkId>,
): ReturnType<ReadChannel["pipeline"]> {
  try {
    return await channel.pipeline(deviceId);
  } catch (error) {
    if (!(error instanceof ReadFailure) || error.code !== CODE.failedPrecondition) throw error;
    met.add("empty-is-an-error");
    return null;
  }
}

type Take = (wanted: Draft<WireEntity>) => Promise<ReadFailure | null>;

/** Reads what one request brings. A refusal is the answer; that the switch is gone is thrown. */
function createTake(
  channel: ReadChannel,
  deviceId: bigint,
  names: Names,
  taker: Taker,
  { unknownIds, mostEntities, met }: { unknownIds: Set<number>; mostEntities: number; met: Set<QuirkId> },
): Take {
  return async (wanted) => {
    let taken = 0;
    try {
      for await (const message of channel.read(deviceId, wanted)) {
        for (const each of entitiesIn(message)) {
          const read = toEntity(each, names, (id) => unknownIds.add(id));
          if (!read) continue;
          if (++taken > mostEntities)
            throw new ReadFailure(CODE.resourceExhausted, `more than ${mostEntities} entries`);
          if (isNamelessDefault(read.entity)) met.add("default-without-action");
          const key = keyOf(read.entity);
          taker.entity(read.entity, key);
          if (read.count) taker.count(key, read.count);
        }
      }
      return null;
    } catch (error) {
      if (!(error instanceof ReadFailure) || endsTheLook(error)) throw error;
      return error;
    }
  };
}

const isNamelessDefault = (entity: Entity): boolean =>
  entity.kind === "entry" && entity.isDefault && entity.action === null;

const GONE: readonly number[] = [
  CODE.unavailable,
  CODE.deadlineExceeded,
  CODE.cancelled,
  CODE.resourceExhausted,
];
const endsTheLook = ({ code }: ReadFailure): boolean => GONE.includes(code);

const entriesOf = (tableId: number, more: object): Draft<WireEntity> => ({
  entity: { kind: "tableEntry", value: { tableId, ...more } },
});
const COUNTED = { counterData: {} };

/** All entries at once; where that is refused without counters, and then table by table. */
async function takeEntries(
  take: Take,
  { tables }: Names,
  unread: { what: string; why: string }[],
  met: Set<QuirkId>,
): Promise<void> {
  if ((await take(entriesOf(0, COUNTED))) === null) return;
  if ((await take(entriesOf(0, {}))) === null) {
    met.add("counters-refused");
    return;
  }
  met.add("no-wildcard");
  for (const { id, name } of tables) {
    const failure = (await take(entriesOf(id, COUNTED))) && (await take(entriesOf(id, {})));
    if (!failure) continue;
    if (failure.code === CODE.internal) met.add("out-of-sync-table");
    unread.push({ what: `table ${name}`, why: failure.message });
  }
}

/** Default actions that can be changed. Where a switch does not tell them, those of the program hold. */
async function takeDefaults(take: Take, { tables }: Names, met: Set<QuirkId>): Promise<void> {
  const changeable = tables.filter(({ hasConstDefault, isConst }) => !hasConstDefault && !isConst);
  if (changeable.length === 0) return;
  if ((await take(entriesOf(0, { isDefaultAction: true }))) === null) return;
  for (const { id } of changeable)
    if ((await take(entriesOf(id, { isDefaultAction: true }))) !== null) {
      met.add("no-defaults");
      return;
    }
  met.add("default-per-table");
}

/** Requests beside table entries, for what the pipeline has. Registers and meters are no part of a snapshot. */
const otherKinds = (info: P4Info): [what: string, wanted: Draft<WireEntity>][] => [
  ...(info.actionProfiles.length === 0
    ? []
    : ([
        ["members of action profiles", { entity: { kind: "actionProfileMember", value: {} } }],
        ["groups of action profiles", { entity: { kind: "actionProfileGroup", value: {} } }],
      ] satisfies [string, Draft<WireEntity>][])),
  ["multicast groups", replication({ kind: "multicastGroupEntry", value: {} })],
  ["clone sessions", replication({ kind: "cloneSessionEntry", value: {} })],
];

const replication = (
  type: { kind: "multicastGroupEntry"; value: object } | { kind: "cloneSessionEntry"; value: object },
): Draft<WireEntity> => ({ entity: { kind: "packetReplicationEngineEntry", value: { type } } });
