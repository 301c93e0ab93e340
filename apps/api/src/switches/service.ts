import { programDifferences } from "@p4twin/models/attach";
import { P4Info } from "@p4twin/models/p4runtime";
import type { DeviceService } from "../devices/service.ts";
import { DomainError } from "../errors.ts";
import type { EventLog } from "../events/eventLog.ts";
import type { Seal } from "../notifications/seal.ts";
import type { ProgramService } from "../programs/service.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import { type CountedBetween, readSample } from "../shared/switchCounters.ts";
import type { AttachInput, SwitchChange } from "./attachInput.ts";
import { candidatesFor, MOST_COMPARED } from "./candidates.ts";
import type { ChunkStore } from "./chunkStore.ts";
import { sealedTls } from "./connection.ts";
import { driftOf } from "./drift.ts";
import { createEntriesPages } from "./entriesPages.ts";
import { createIdentityService } from "./identity/service.ts";
import { createLooks } from "./looks.ts";
import { createPrediction } from "./prediction.ts";
import { contentsOf, createRunningProgram } from "./runningProgram.ts";
import type {
  AttachedSwitch,
  Candidate,
  Drift,
  Entries,
  Occurrence,
  SnapshotComparison,
  StoredSnapshot,
} from "./schema.ts";
import { createSetIntent } from "./setIntent.ts";
import { createSettingsService } from "./settings/service.ts";
import type { SettingsStore } from "./settings/store.ts";
import { shownChanges } from "./shownChanges.ts";
import type { SnapshotReader } from "./snapshotReader.ts";
import type { SwitchStore } from "./store.ts";
import { createEffects, type PredictorOf } from "./surroundings/effects.ts";
import type { TakeSurroundings } from "./surroundings/takeSurroundings.ts";

type Deps = {
  store: SwitchStore;
  settingsStore: SettingsStore;
  chunks: ChunkStore;
  reader: SnapshotReader;
  programs: Pick<ProgramService, "get" | "list" | "features">;
  devices: Pick<DeviceService, "get">;
  takeSurroundings: TakeSurroundings;
  tellDrift: EventLog["drift"];
  /** predicts segments whose elements name `RUNNING` as their program or profile */
  predictorOf: PredictorOf;
  /** processes that look at switches, and that analyse programs */
  looking: Parsing;
  analyses: Parsing;
  seal: Seal;
  clock: Clock;
};

/** Switches of one workspace (our choice): each is read every half minute. */
const MAX_SWITCHES = 200;
/** Changes that one comparison lists, and snapshots and occurrences that one answer holds (our choices). */
const LISTED = 500;
/** Counters of this long ago are compared with those of now, seconds (our choice). */
const SHARES_OVER_S = 3_600;

const SWEEP_AFTER_MS = 86_400_000;
const NOT_COUNTED = { newest: null, oldest: null };

/** Switches that run: how they are reached, what they hold and held, and what that means for the latency. */
export function createSwitchService(deps: Deps) {
  const { store, reader, chunks, programs, devices, analyses, seal, clock } = deps;
  const looks = createLooks(deps);
  const entriesPage = createEntriesPages(deps);
  const get = async (id: string): Promise<AttachedSwitch> => found(await store.get(id), "switch", id);
  const snapshotOf = async (id: string): Promise<StoredSnapshot> =>
    found(await store.snapshot(id), "snapshot", id);

  const requireRefs = async (input: {
    programVersionId?: string | null;
    device?: string | null;
  }): Promise<void> => {
    if (input.programVersionId) await programs.get(input.programVersionId);
    if (input.device) await devices.get(input.device);
  };

  /** Samples of counters an hour apart at most, and the root whose entities they count. */
  const samplesOf = (id: string) => store.samples(id, new Date(clock().getTime() - SHARES_OVER_S * 1_000));
  const counted = async (id: string): Promise<CountedBetween> => {
    const { newest, oldest } = await samplesOf(id);
    return {
      latest: newest && { at: newest.at, sample: readSample(newest.body) },
      earlier: oldest && { at: oldest.at, sample: readSample(oldest.body) },
    };
  };

  const compare = async (before: string, after: string) => {
    const [a, b] = await Promise.all([snapshotOf(before), snapshotOf(after)]);
    return reader.compare(a.root, b.root);
  };

  const runningProgram = createRunningProgram({ reader, chunks, programs, attached: get, snapshotOf });
  const prediction = createPrediction({ attached: get, runningProgram, counted, devices, analyses });
  const { judge } = looks;
  const setIntent = createSetIntent({
    store,
    attached: get,
    snapshotOf,
    judge,
    tellDrift: deps.tellDrift,
    clock,
  });

  const effects = createEffects({
    ...{ reader, programs, devices, analyses, snapshotOf, runningProgram },
    ...{ attached: get, predictorOf: deps.predictorOf },
  });

  /** What a switch told of its program at a snapshot; null: nothing. */
  const infoOf = async (snapshotId: string): Promise<P4Info | null> => {
    const { pipeline } = await reader.snapshot((await snapshotOf(snapshotId)).root);
    if (pipeline.p4Info === null) return null;
    return P4Info.decode(Buffer.from(await chunks.text(pipeline.p4Info), "base64"));
  };

  /** Where the tables of a bound program are others than those that run. */
  const differencesOf = async ({ programVersionId, snapshotId }: AttachedSwitch): Promise<string[]> => {
    const info = programVersionId && snapshotId ? await infoOf(snapshotId) : null;
    if (!info || !programVersionId) return [];
    const { name, source, includes } = await programs.get(programVersionId);
    const { report } = await analyses.must("program", { file: name, source, includes }, name);
    return programDifferences(info, report.tables);
  };

  const settings = createSettingsService({
    ...deps,
    look: looks.look,
    async held({ snapshotId }) {
      const info = snapshotId === null ? null : await infoOf(snapshotId);
      if (!info || snapshotId === null) return null;
      return { info, entities: reader.entities((await snapshotOf(snapshotId)).root) };
    },
  });

  const identity = createIdentityService(deps);

  return {
    list: () => store.list(),
    get,
    look: looks.look,
    glance: looks.glance,
    settings,
    identity,

    /** Stores a switch and looks at it once: one that does not answer is stored as well, and tried again. */
    async attach({ tls, ...input }: AttachInput & { by: string | null }): Promise<AttachedSwitch> {
      await requireRefs(input);
      if ((await store.count()) >= MAX_SWITCHES)
        throw new DomainError(
          "conflict",
          `A workspace has ${MAX_SWITCHES} switches at most; remove one first.`,
        );
      const { by, ...rest } = input;
      const id = await store.create({ ...rest, sealedTls: sealedTls(seal, tls), createdBy: by }, clock());
      await looks.look(id);
      return get(id);
    },

    async update({ id, ...patch }: SwitchChange): Promise<AttachedSwitch> {
      await requireRefs(patch);
      const { connection, ...rest } = patch;
      const changed = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const { tls, ...reached } = connection ?? {};
      const secrets = tls ? { sealedTls: sealedTls(seal, tls) } : {};
      found((await store.update(id, { ...changed, ...reached, ...secrets })) || null, "switch", id);
      if (connection || patch.gnmiAddress !== undefined) await store.saveGnmi(id, null);
      // what was allowed for one switch is not for another one
      if (connection) await deps.settingsStore.setWriting(id, null);
      if (connection || patch.gnmiAddress) await looks.look(id);
      return get(id);
    },

    async remove(id: string): Promise<void> {
      found((await store.setRemoved(id, clock())) || null, "switch", id);
    },
    async restore(id: string): Promise<void> {
      found((await store.setRemoved(id, null)) || null, "switch", id);
    },

    /** What a switch holds (or held), with counters where it is what it holds now. */
    async entries(input: {
      id: string;
      snapshotId?: string | undefined;
      place?: string | undefined;
      text?: string | undefined;
      offset: number;
      limit: number;
    }): Promise<Entries> {
      const { snapshotId: current } = await get(input.id);
      const wanted = input.snapshotId ?? current;
      if (wanted === null) return { rows: [], total: 0, countedAt: null, sinceS: null };
      const { root, switchId } = await snapshotOf(wanted);
      if (switchId !== input.id) throw new DomainError("bad_input", "This snapshot is of another switch.");
      const { newest, oldest } = wanted === current ? await samplesOf(input.id) : NOT_COUNTED;
      const { place, offset, limit } = input;
      const asked = { root, place, text: input.text?.toLowerCase() ?? "", offset, limit };
      return {
        ...(await entriesPage(asked, newest, oldest)),
        countedAt: newest?.at.toISOString() ?? null,
        sinceS: newest && oldest ? (newest.at.getTime() - oldest.at.getTime()) / 1_000 : null,
      };
    },

    async snapshots(id: string): Promise<StoredSnapshot[]> {
      await get(id);
      return store.snapshots(id, LISTED);
    },
    /** Deployments that pass it. */
    async twins(id: string): Promise<{ deploymentId: string; name: string }[]> {
      const { snapshotId } = await get(id);
      if (snapshotId === null) return [];
      const manifest = await reader.manifest(await reader.snapshot((await snapshotOf(snapshotId)).root));
      return (manifest?.deployments ?? []).map(({ id: deploymentId, name }) => ({ deploymentId, name }));
    },
    async occurrences(id: string): Promise<Occurrence[]> {
      await get(id);
      return store.occurrences(id, LISTED);
    },

    /** A start that nothing of the switch shows: the operator knows of it. */
    async noteStart(id: string): Promise<{ at: string }> {
      await get(id);
      const at = clock();
      const made = { switchId: id, at, kind: "restarted", snapshotId: null };
      await store.transaction((tx) =>
        store.addOccurrence(tx, { ...made, text: "Started, as an operator says." }),
      );
      return { at: at.toISOString() };
    },

    async compare(before: string, after: string): Promise<SnapshotComparison> {
      const { changes, places, added, removed, changed, pipelineChanged, ...sides } = await compare(
        before,
        after,
      );
      const around = await effects.surroundings(sides.before, sides.after);
      const listed = shownChanges({ changes }, LISTED);
      return {
        ...{ added, removed, changed, places, pipelineChanged, changes: listed, shown: listed.length },
        surroundings: around?.slice(0, LISTED) ?? null,
        surroundingsTotal: around?.length ?? 0,
      };
    },

    setIntent,

    async drift(id: string): Promise<Drift> {
      const attached = await get(id);
      const { intent, snapshotId } = attached;
      const differences = intent && snapshotId ? await compare(intent.snapshotId, snapshotId) : null;
      return driftOf(differences, attached, await differencesOf(attached));
    },

    runningProgram,
    effects: effects.between,

    /** Uploaded programs that may be what a switch runs; empty before it was read. */
    async candidates(id: string): Promise<Candidate[]> {
      const { snapshotId, reading } = await get(id);
      const info = snapshotId === null ? null : await infoOf(snapshotId);
      if (!info) return [];
      const listed = (await programs.list()).slice(0, MOST_COMPARED);
      const known = await Promise.all(
        listed.map(async ({ name, latest }) => {
          // one that cannot be analysed is none
          const report = await programs.features(latest.id).catch(() => null);
          return report ? [{ name, versionId: latest.id, tables: report.tables }] : [];
        }),
      );
      const others = (await store.list()).filter((other) => other.id !== id);
      return candidatesFor(info, reading?.cookie ?? null, known.flat(), others);
    },

    /** Removes pieces of snapshots that are gone; what was stored within a day stays, it may be under way. */
    async sweep(): Promise<number> {
      const before = new Date(clock().getTime() - SWEEP_AFTER_MS);
      return chunks.sweep(await reader.pieces(await store.roots()), before);
    },

    /** Table contents of a snapshot in the form of the p4lang tutorials: analysis and executor read them. */
    async exportEntries(snapshotId: string): Promise<{ fileName: string; mediaType: string; text: string }> {
      const { json } = await contentsOf({ reader, chunks }, (await snapshotOf(snapshotId)).root);
      const text = `${JSON.stringify(json, null, 1)}\n`;
      return { fileName: `entries-${snapshotId}.json`, mediaType: "application/json", text };
    },

    prediction,
  };
}
export type SwitchService = ReturnType<typeof createSwitchService>;
