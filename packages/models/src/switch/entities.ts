import type { Draft, Entity, ForwardingPipelineConfig, TableEntry, Update } from "../p4runtime/index.ts";
import {
  readCounters,
  readMeters,
  readRegisters,
  writeCounter,
  writeMeter,
  writeRegister,
} from "./arrays.ts";
import type { DigestEntries } from "./digestEntries.ts";
import { checkColours } from "./directResources.ts";
import { invalid, unimplemented } from "./errors.ts";
import type { Pipeline } from "./pipeline.ts";
import type { ReplicationEntries } from "./replicationEntries.ts";
import { readValueSets, writeValueSet } from "./valueSetEntries.ts";

/** What runs: the program, its control plane, and the config it came with. */
export type Running = {
  pipeline: Pipeline;
  replication: ReplicationEntries;
  digests: DigestEntries;
  config: Draft<ForwardingPipelineConfig>;
};

/** Makes one update; throws `SwitchError`. */
export function writeEntity(running: Running, { type, entity: of }: Update): void {
  const { pipeline } = running;
  if (type === "UNSPECIFIED" || type === "UNRECOGNIZED")
    throw invalid("an update is INSERT, MODIFY or DELETE");
  const entity = of?.entity;
  switch (entity?.kind) {
    case "tableEntry":
      pipeline.table(entity.value.tableId).write(type, entity.value);
      return;
    case "actionProfileMember":
      pipeline.profile(entity.value.actionProfileId).writeMember(type, entity.value);
      return;
    case "actionProfileGroup":
      pipeline.profile(entity.value.actionProfileId).writeGroup(type, entity.value);
      return;
    case "counterEntry":
      writeCounter(pipeline, type, entity.value);
      return;
    case "meterEntry":
      writeMeter(pipeline, type, entity.value);
      return;
    case "registerEntry":
      writeRegister(pipeline, type, entity.value);
      return;
    case "directCounterEntry":
    case "directMeterEntry": {
      const { tableEntry } = entity.value;
      if (type !== "MODIFY") throw invalid("direct counters and meters can only be changed (MODIFY)");
      if (!tableEntry) throw invalid("the table entry is missing");
      if ("counterData" in entity.value) checkColours(entity.value.counterData);
      const what =
        entity.kind === "directCounterEntry" ? { data: entity.value.data } : { config: entity.value.config };
      if ("data" in what && !what.data) return;
      pipeline.table(tableEntry.tableId).writeDirect(tableEntry, what as { config: null });
      return;
    }
    case "packetReplicationEngineEntry":
      running.replication.write(type, entity.value);
      return;
    case "valueSetEntry":
      writeValueSet(pipeline, type, entity.value);
      return;
    case "digestEntry":
      running.digests.write(type, entity.value);
      return;
    case "externEntry":
      throw unimplemented("externs that P4Runtime does not know");
    default:
      throw invalid("the entity is missing");
  }
}

const isFiltered = ({ match, action, priority, metadata, controllerMetadata }: TableEntry): boolean =>
  match.length > 0 || action !== null || priority !== 0 || metadata.length > 0 || controllerMetadata !== 0n;

/** The entities that one part of a Read asks for; throws `SwitchError`. */
export function* readEntity(
  running: Running,
  entity: NonNullable<Entity["entity"]>,
): Generator<Draft<Entity>> {
  const { pipeline } = running;
  const tablesOf = (id: number) => (id === 0 ? [...pipeline.tables.values()] : [pipeline.table(id)]);
  const profilesOf = (id: number) => (id === 0 ? [...pipeline.profiles.values()] : [pipeline.profile(id)]);
  switch (entity.kind) {
    case "tableEntry":
      checkColours(entity.value.meterCounterData);
      if (entity.value.tableId === 0 && isFiltered(entity.value))
        throw invalid("a request for all tables takes no match, action, priority or metadata");
      for (const table of tablesOf(entity.value.tableId))
        for (const value of table.read(entity.value)) yield { entity: { kind: "tableEntry", value } };
      return;
    case "actionProfileMember":
      for (const profile of profilesOf(entity.value.actionProfileId))
        for (const value of profile.readMembers(entity.value.memberId))
          yield { entity: { kind: "actionProfileMember", value } };
      return;
    case "actionProfileGroup":
      for (const profile of profilesOf(entity.value.actionProfileId))
        for (const value of profile.readGroups(entity.value.groupId))
          yield { entity: { kind: "actionProfileGroup", value } };
      return;
    case "counterEntry":
      yield* readCounters(pipeline, entity.value);
      return;
    case "meterEntry":
      yield* readMeters(pipeline, entity.value);
      return;
    case "registerEntry":
      yield* readRegisters(pipeline, entity.value);
      return;
    case "directCounterEntry":
    case "directMeterEntry": {
      const wanted: TableEntry | null = entity.value.tableEntry;
      if (!wanted) throw invalid("the table entry is missing");
      if ("counterData" in entity.value) checkColours(entity.value.counterData);
      for (const table of tablesOf(wanted.tableId))
        for (const { tableEntry, data, config } of table.readDirect(
          entity.kind === "directCounterEntry" ? "counter" : "meter",
          wanted,
        ))
          yield entity.kind === "directCounterEntry"
            ? { entity: { kind: "directCounterEntry", value: { tableEntry, ...(data ? { data } : {}) } } }
            : { entity: { kind: "directMeterEntry", value: { tableEntry, config: config ?? null } } };
      return;
    }
    case "packetReplicationEngineEntry":
      yield* running.replication.read(entity.value);
      return;
    case "valueSetEntry":
      yield* readValueSets(pipeline, entity.value);
      return;
    case "digestEntry":
      yield* running.digests.read(entity.value);
      return;
    case "externEntry":
      throw unimplemented("externs that P4Runtime does not know");
  }
}
