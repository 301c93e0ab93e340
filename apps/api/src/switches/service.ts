import { programDifferences } from "@p4twin/models/attach";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import { P4Info } from "@p4twin/models/p4runtime";
import { isBmv2Json } from "@p4twin/models/program";
import { entityWords, keyOf, placeOf, runtimeJsonOf } from "@p4twin/models/snapshot";
import { expectFromCounters } from "@p4twin/models/twin";
import type { DeviceService } from "../devices/service.ts";
import { builtIn } from "../engines/builtIn.ts";
import { DomainError } from "../errors.ts";
import type { EventLog } from "../events/eventLog.ts";
import type { Seal } from "../notifications/seal.ts";
import type { ProgramService } from "../programs/service.ts";
import { forAll } from "../shared/caller.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import { candidatesFor, MOST_COMPARED } from "./candidates.ts";
import type { ChunkStore } from "./chunkStore.ts";
import { sealedTls } from "./connection.ts";
import { actionCounts, packetsBetween, readSample } from "./counters.ts";
import { driftOf } from "./drift.ts";
import { stepDrift } from "./driftAlerts.ts";
import { createIdentityService } from "./identity/service.ts";
import { createLooks } from "./looks.ts";
import type {
  AttachedSwitch,
  AttachInput,
  Candidate,
  Drift,
  Entries,
  Intent,
  Occurrence,
  Prediction,
  SnapshotComparison,
  StoredSnapshot,
  SwitchChange,
} from "./schema.ts";
import { createSettingsService } from "./settings/service.ts";
import type { SettingsStore } from "./settings/store.ts";
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
const NOT_COUNTED = { latest: null, earlier: null };

/** Switches that run: how they are reached, what they hold and held, and what that means for the latency. */
export function createSwitchService(deps: Deps) {
  const { store, reader, chunks, programs, devices, analyses, seal, clock } = deps;
  const looks = createLooks(deps);
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
  const counted = async (id: string) => {
    const { newest, oldest } = await store.samples(id, new Date(clock().getTime() - SHARES_OVER_S * 1_000));
    return {
      latest: newest && { at: newest.at, sample: readSample(newest.body) },
      earlier: oldest && { at: oldest.at, sample: readSample(oldest.body) },
    };
  };

  const compare = async (before: string, after: string) => {
    const [a, b] = await Promise.all([snapshotOf(before), snapshotOf(after)]);
    return reader.compare(a.root, b.root);
  };

  /**
   * What ran at a snapshot: the program as the switch gave it back, else the version it is bound to, with its entries;
   * null when neither is known.
   */
  const runningProgram = async (snapshotId: string) => {
    const { root, switchId } = await snapshotOf(snapshotId);
    const { pipeline, bound } = await reader.snapshot(root);
    const versionId = bound.program ?? (await get(switchId)).programVersionId;
    const program = versionId
      ? await programs.get(versionId)
      : pipeline.config === null
        ? null
        : givenBack(await chunks.text(pipeline.config));
    if (!program) return null;
    const entities = [];
    for await (const entity of reader.entities(root)) entities.push(entity);
    const { hasProfiles: _, ...json } = runtimeJsonOf(entities);
    const { name: file, source, includes } = program;
    return {
      file,
      source,
      includes,
      entities,
      entries: { fileName: "entries.json", text: JSON.stringify(json) },
    };
  };

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
      const { latest, earlier } = wanted === current ? await counted(input.id) : NOT_COUNTED;
      const sinceS = latest && earlier ? (latest.at.getTime() - earlier.at.getTime()) / 1_000 : null;
      const text = input.text?.toLowerCase();
      const rows: Entries["rows"] = [];
      let total = 0;
      for await (const entity of reader.entities(root)) {
        const place = placeOf(entity);
        if (input.place !== undefined && place !== input.place) continue;
        const [key, value] = entityWords(entity);
        if (text && !`${key} ${value}`.toLowerCase().includes(text)) continue;
        if (total++ < input.offset || rows.length >= input.limit) continue;
        const [packets, bytes] = latest?.sample[keyOf(entity)] ?? [null, null];
        const between = latest && earlier ? packetsBetween(earlier.sample, latest.sample, entity) : null;
        const perS = between !== null && between >= 0 && sinceS ? between / sinceS : null;
        rows.push({ place, key, value, packets, bytes, perS });
      }
      return { rows, total, countedAt: latest?.at.toISOString() ?? null, sinceS };
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

    async compare(before: string, after: string): Promise<SnapshotComparison> {
      const { changes, places, added, removed, changed, pipelineChanged, ...sides } = await compare(
        before,
        after,
      );
      const around = await effects.surroundings(sides.before, sides.after);
      const listed = changes.slice(0, LISTED).map((each): SnapshotComparison["changes"][number] => {
        const entity = each.change === "removed" ? each.before : each.after;
        return {
          change: each.change,
          place: placeOf(entity),
          key: entityWords(entity)[0],
          before: each.change === "added" ? null : entityWords(each.before)[1],
          after: each.change === "removed" ? null : entityWords(each.after)[1],
        };
      });
      return {
        ...{ added, removed, changed, places, pipelineChanged, changes: listed, shown: listed.length },
        surroundings: around?.slice(0, LISTED) ?? null,
        surroundingsTotal: around?.length ?? 0,
      };
    },

    /** Says that a snapshot of a switch is what it should hold; null: nothing is said. */
    async setIntent({
      id,
      snapshotId,
      rule,
      by,
    }: {
      id: string;
      snapshotId: string | null;
      rule?: Intent["rule"] | undefined;
      by: string | null;
    }): Promise<AttachedSwitch> {
      const attached = await get(id);
      const intended = snapshotId === null ? null : await snapshotOf(snapshotId);
      if (intended && intended.switchId !== id)
        throw new DomainError("bad_input", "This snapshot is of another switch.");
      const at = clock();
      const running = attached.snapshotId === null ? null : await snapshotOf(attached.snapshotId);
      const judged = intended && running ? await looks.judge(intended.id, running.root) : null;
      await store.transaction(async (tx) => {
        const { intent: before } = found(await store.lock(tx, id), "switch", id);
        // what was told of the old intent is over, or goes on as a drift from the new one
        const ended =
          before && !intended
            ? stepDrift(before, null, at, { ending: "Nothing is intended of the switch any more." }).told
            : null;
        const said = before ?? { rule: "warning" as const, drift: null };
        const fresh = intended && {
          ...{ snapshotId: intended.id, setAt: at.toISOString(), setBy: by },
          ...{ rule: rule ?? said.rule, drift: said.drift },
        };
        const next = fresh && stepDrift(fresh, judged, at, { ruleBefore: said.rule });
        await store.setIntent(id, next?.intent ?? null, tx);
        const told = ended ?? next?.told;
        if (told) await deps.tellDrift(tx, id, told, at);
      });
      return get(id);
    },

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
      const { root } = await snapshotOf(snapshotId);
      const entities = [];
      for await (const entity of reader.entities(root)) entities.push(entity);
      const { hasProfiles: _, ...json } = runtimeJsonOf(entities);
      const text = `${JSON.stringify(json, null, 1)}\n`;
      return { fileName: `entries-${snapshotId}.json`, mediaType: "application/json", text };
    },

    /** The program as it runs: only installed actions, weighed by what their entries counted. */
    async prediction(id: string): Promise<Prediction> {
      const attached = await get(id);
      const { snapshotId, device } = attached;
      const no = (why: string): Prediction => ({ ok: false, why });
      if (snapshotId === null) return no("Nothing was read from this switch yet.");
      if (device === null) return no("Choose the device profile of this switch.");
      const running = await runningProgram(snapshotId);
      if (!running)
        return no("The switch does not give its program back; choose the program version that it runs.");
      const { entities, entries, ...given } = running;
      const [now, all] = await forAll(() =>
        Promise.all([
          analyses.must("program", { ...given, entries }, given.file),
          analyses.must("program", given, given.file),
        ]),
      );
      const profile = (await devices.get(device)).document;
      const linear = builtIn.estimator(DEFAULT_ESTIMATOR);
      if (!linear?.expect) throw new Error("the linear estimator weighs paths");
      const latency = { ...now.report, walks: now.walks };
      const estimate = await linear.estimate(latency, profile, {});
      const { latest, earlier } = await counted(id);
      const counts = latest && earlier ? actionCounts(earlier.sample, latest.sample, entities) : [];
      const isCounted = counts.some(({ packets }) => packets > 0);
      const expect = linear.expect;
      const learnt = isCounted
        ? expectFromCounters({
            program: latency,
            counts: placesOf(counts),
            expect: (probabilities) => expect({ program: latency, device: profile, probabilities }),
          })
        : null;
      return {
        ok: true,
        program: given.file,
        device,
        paths: now.report.pathCount,
        pathsOfProgram: all.report.pathCount,
        minUs: estimate.minUs,
        maxUs: estimate.maxUs,
        meanUs: learnt?.expected.meanUs ?? null,
        lowUs: learnt?.lowUs ?? null,
        highUs: learnt?.highUs ?? null,
        places: learnt?.places ?? [],
        uncounted: learnt?.uncounted ?? [],
        from: isCounted ? (earlier?.at.toISOString() ?? null) : null,
        to: isCounted ? (latest?.at.toISOString() ?? null) : null,
        notes: [
          ...now.report.diagnostics.map(({ message }) => message),
          ...(isCounted
            ? []
            : [
                "No packets were counted between two reads, so there is no mean; the range covers all installed paths.",
              ]),
        ],
      };
    },
  };
}
const givenBack = (source: string) => ({
  ...{ source, includes: {} },
  name: isBmv2Json(source) ? "program.json" : "program.p4",
});

export type SwitchService = ReturnType<typeof createSwitchService>;

/** Counts in the form of the counters of programs: by table, ways are actions without their control. */
function placesOf(
  counts: readonly { table: string; action: string; packets: number }[],
): { kind: "table"; name: string; ways: Record<string, number> }[] {
  const short = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
  const tables = new Map<string, Record<string, number>>();
  for (const { table, action, packets } of counts) {
    if (packets < 0) continue;
    const ways = tables.get(short(table)) ?? {};
    ways[short(action)] = (ways[short(action)] ?? 0) + packets;
    tables.set(short(table), ways);
  }
  return [...tables].map(([name, ways]) => ({ kind: "table", name, ways }));
}
