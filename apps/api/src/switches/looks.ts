import type { Snapshot } from "@p4twin/models/snapshot";
import type { StoredPipeline, SwitchSeen } from "@p4twin/models/switches";
import type { EventLog } from "../events/eventLog.ts";
import type { Seal } from "../notifications/seal.ts";
import { forAll } from "../shared/caller.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import type { ChunkStore } from "./chunkStore.ts";
import { CANNOT_OPEN, openConnection, openGnmi } from "./connection.ts";
import { driftOf, driftSummary } from "./drift.ts";
import { type Judged, stepDrift } from "./driftAlerts.ts";
import type { Reading, SnapshotSummary, SwitchState } from "./schema.ts";
import type { SnapshotReader } from "./snapshotReader.ts";
import type { Connection, LookOutcome, SwitchStore } from "./store.ts";
import { nodeIdsOf, type TakeSurroundings } from "./surroundings/takeSurroundings.ts";

type Deps = {
  store: SwitchStore;
  chunks: ChunkStore;
  reader: SnapshotReader;
  looking: Parsing;
  seal: Seal;
  takeSurroundings: TakeSurroundings;
  tellDrift: EventLog["drift"];
  clock: Clock;
};
const NO_PIPELINE: Judged = {
  ...{ severity: "critical", text: "Against the intent: the switch has no pipeline." },
  ...driftOf(null, { state: "empty", message: null }, []),
};
/** Differences that an event keeps; the rest is counted (our choice). */
const EVIDENCE = 20;
type Read = Extract<SwitchSeen, { kind: "read" }>;

/** A pipeline is read again after this long even when its cookie stays (our choice): many set one cookie for all. */
const PIPELINE_MS = 600_000;

/** Ports are read by gNMI at most so often (our choice). */
const GNMI_MS = 60_000;

/** Looks at switches, and keeps what they show: state, snapshots of what changed, counters, and what was noticed. */
export function createLooks(deps: Deps) {
  const { store, chunks, reader, looking, seal, takeSurroundings, tellDrift, clock } = deps;
  const underWay = new Map<string, Promise<void>>();
  /** when a pipeline was read last, not only its cookie */
  const pipelineReadMs = new Map<string, number>();

  /** The pipeline that a switch had, to be read again only where its cookie says so; null: it is read. */
  const storedPipeline = async (
    id: string,
    root: string | null,
    reading: Reading | null,
    at: Date,
  ): Promise<StoredPipeline | null> => {
    const readMs = pipelineReadMs.get(id);
    if (root === null || !reading?.cookie || readMs === undefined) return null;
    if (at.getTime() - readMs >= PIPELINE_MS) return null;
    const { p4Info, config, cookie } = (await reader.snapshot(root)).pipeline;
    if (p4Info === null || cookie !== reading.cookie) return null;
    const text = await chunks.text(p4Info);
    return { cookie, p4Info: text, pieces: { p4Info, config }, config: reading.config };
  };

  const see = async (
    connection: Connection,
    bound: Record<string, string>,
    stored: StoredPipeline | null,
  ): Promise<SwitchSeen> => {
    const target = openConnection(seal, connection);
    if (!target) return { kind: "failed", state: "refused", message: CANNOT_OPEN };
    const read = await looking.read("switchLook", { ...target, bound, stored }, target.address);
    return read.ok
      ? read.value
      : { kind: "failed", state: "refused", message: read.diagnostics[0]?.message ?? "the look was stopped" };
  };

  /** Ports and neighbours change seldom: they are read once a minute at most, and what was read last stays. */
  const lookByGnmi = async (id: string, connection: Connection): Promise<void> => {
    if (connection.gnmiAddress === null) return;
    const before = await store.gnmiRead(id);
    const triedAt = clock();
    if (before && triedAt.getTime() - Date.parse(before.triedAt) < GNMI_MS) return;
    const target = openGnmi(seal, connection);
    const read = target && (await looking.read("gnmiLook", target, target.address));
    const seen = read?.ok
      ? read.value
      : { kind: "failed" as const, message: read?.diagnostics[0]?.message ?? CANNOT_OPEN };
    const tried = triedAt.toISOString();
    await store.saveGnmi(
      id,
      seen.kind === "failed"
        ? { device: null, readAt: null, unread: [], ...before, message: seen.message, triedAt: tried }
        : { device: seen.device, unread: seen.unread, triedAt: tried, readAt: tried, message: null },
    );
  };

  const lookOnce = async (id: string): Promise<void> => {
    const connection = found(await store.connection(id), "switch", id);
    const attached = found(await store.get(id), "switch", id);
    const { programVersionId, device, intent, reading } = attached;
    const sharesDeviceId = (await store.countWith(attached.deviceId)) > 1;
    const around = await takeSurroundings(attached, nodeIdsOf(attached, sharesDeviceId));
    const bound = {
      ...(programVersionId ? { program: programVersionId } : {}),
      ...(device ? { device } : {}),
      around: around.manifest,
    };
    const previous = (await store.snapshots(id, 1))[0] ?? null;
    const stored = await storedPipeline(id, previous?.root ?? null, reading, clock());
    const [seen] = await Promise.all([see(connection, bound, stored), lookByGnmi(id, connection)]);
    const at = clock();
    if (seen.kind !== "read") pipelineReadMs.delete(id);
    else if (seen.isPipelineRead) pipelineReadMs.set(id, at.getTime());
    const anew = seen.kind === "read" && (await hasBegunAnew(id, seen, at));
    // pieces first, in their own transaction: what compares reads them
    if (seen.kind === "read" && seen.unread.length === 0 && previous?.root !== seen.root)
      await store.transaction((tx) => chunks.put(tx, [...seen.chunks, ...around.pieces], at));
    const summary =
      seen.kind === "read" && seen.unread.length === 0 ? await summaryOf(previous?.root ?? null, seen) : null;
    const isNew = previous === null || seen.kind !== "read" || previous.root !== seen.root;
    // what could not be read is not known, and what is as it was has been judged: what was said last stands
    const judged =
      intent && seen.kind === "empty"
        ? { against: intent.snapshotId, judged: NO_PIPELINE }
        : intent && summary && seen.kind === "read" && (isNew || attached.state !== "live")
          ? { against: intent.snapshotId, judged: await judge(intent.snapshotId, seen.root) }
          : null;
    await store.transaction(async (tx) => {
      const before = await store.lock(tx, id);
      if (!before) return;
      const outcome = outcomeOf(seen);
      await store.saveLook(tx, id, before.state, outcome, at);
      const notice = (kind: string, text: string, snapshotId: string | null = null) =>
        store.addOccurrence(tx, { switchId: id, at, kind, text, snapshotId });
      if (judged && before.intent?.snapshotId === judged.against) {
        const { intent: next, told } = stepDrift(before.intent, judged.judged, at);
        const [said, says] = [before.intent.drift, next.drift];
        if (said?.text !== says?.text) {
          await store.setIntent(id, next, tx);
          await notice("drift", says?.text ?? "As intended again.");
        }
        if (told) await tellDrift(tx, id, told, at);
      }
      if (before.state !== outcome.state) await notice(outcome.state, stateText(before.state, outcome));
      if (anew) await notice("restarted", "Counters began again: the switch or its pipeline was restarted.");
      if (seen.kind !== "read" || summary === null) return;
      if (seen.counts) await store.addSample(tx, id, at, seen.counts);
      if (before.snapshot?.root === seen.root) await store.seen(tx, before.snapshot.id, at);
      else {
        const cause = !before.snapshot
          ? "attached"
          : anew
            ? "restarted"
            : summary.pipelineChanged
              ? "pipeline"
              : summary.surroundingsChanged && !entriesChanged(summary)
                ? "surroundings"
                : "changed";
        const snapshotId = await store.addSnapshot(tx, { switchId: id, root: seen.root, at, cause, summary });
        await notice(cause, changeText(summary), snapshotId);
      }
      await store.prune(tx, id);
    });
  };

  const hasBegunAnew = async (id: string, seen: Read, at: Date): Promise<boolean> => {
    if (!seen.counts) return false;
    const { newest } = await store.samples(id, at);
    if (newest === null) return false;
    const [before, after] = [newest.body, seen.counts];
    return forAll(() => looking.must("countsBeganAnew", { before, after }, "the counters"));
  };

  /** How far what runs is from the intent. */
  const judge = async (intended: string, root: string): Promise<Judged> => {
    const snapshot = found(await store.snapshot(intended), "snapshot", intended);
    const compared = await reader.compare(snapshot.root, root);
    const summary = driftSummary(compared);
    if (summary === null) return null;
    const { items, total } = driftOf(compared, { state: "live", message: null }, []);
    return { ...summary, items: items.slice(0, EVIDENCE), total };
  };

  const summaryOf = async (previous: string | null, seen: Read): Promise<SnapshotSummary> => {
    const { entities } = seen;
    if (previous === null || previous === seen.root)
      return { entities, counts: null, pipelineChanged: false, surroundingsChanged: false };
    const compared = await reader.compare(previous, seen.root);
    const { added, removed, changed, pipelineChanged } = compared;
    const surroundingsChanged = standsElsewhere(compared.before, compared.after);
    return { entities, counts: { added, removed, changed }, pipelineChanged, surroundingsChanged };
  };

  const look = (id: string): Promise<void> => {
    const running = underWay.get(id);
    if (running) return running;
    const started = forAll(() => lookOnce(id)).finally(() => underWay.delete(id));
    underWay.set(id, started);
    return started;
  };

  return {
    judge,

    /**
     * Asks for the cookie of a switch's pipeline only, and looks at all of it where that is another one or the switch
     * does not answer.
     */
    async glance(id: string): Promise<void> {
      if (underWay.has(id)) return;
      const connection = found(await store.connection(id), "switch", id);
      const { reading } = found(await store.get(id), "switch", id);
      const target = openConnection(seal, connection);
      const glanced = target && (await forAll(() => looking.read("switchCookie", target, target.address)));
      const isSame =
        glanced?.ok && glanced.value.kind === "read" && glanced.value.cookie === (reading?.cookie ?? null);
      if (!isSame) await look(id);
    },
    /** One look; who asks while one is under way waits for that. Rejects when there is no such switch. */
    look,
  };
}

function outcomeOf(seen: SwitchSeen): LookOutcome {
  switch (seen.kind) {
    case "failed":
      return { state: seen.state, message: seen.message, whole: false };
    case "empty":
      return {
        ...{ state: "empty", whole: false },
        message: "The switch has no pipeline, or another device id: BMv2 and Stratum answer both alike.",
      };
    case "read": {
      const { unread } = seen;
      if (unread.length > 0)
        return {
          ...{ state: "partial", whole: false, reading: readingOf(seen) },
          message: `Not everything could be read: ${unread.map(({ what, why }) => `${what} (${why})`).join("; ")}. The last whole snapshot stays.`,
        };
      return { state: "live", message: null, whole: true, reading: readingOf(seen) };
    }
  }
}

const readingOf = ({
  apiVersion,
  cookie,
  config,
  tables,
  entities,
  readMs,
  unread,
  notes,
  intNodeIds,
}: Read): Reading => ({
  ...{ apiVersion, cookie, config, tables, entities, readMs, unread, notes, intNodeIds },
});

const stateText = (before: SwitchState, { state, message }: LookOutcome): string =>
  state === "live" ? (before === "new" ? "Attached." : "Read again.") : (message ?? state);

/** Whether another program or profile was chosen, or a cloud or deployment changed; not told of older snapshots. */
const standsElsewhere = ({ bound: a }: Snapshot, { bound: b }: Snapshot): boolean =>
  a.program !== b.program || a.device !== b.device || (a.around !== undefined && a.around !== b.around);

const entriesChanged = ({ counts }: SnapshotSummary): boolean =>
  counts !== null && counts.added + counts.removed + counts.changed > 0;

function changeText({ entities, counts, pipelineChanged, surroundingsChanged }: SnapshotSummary): string {
  if (counts === null) return `First snapshot: ${entities.toLocaleString("en")} entities.`;
  const parts = [
    ...(pipelineChanged ? ["another pipeline"] : []),
    ...(surroundingsChanged ? ["another profile, cloud, threshold or binding"] : []),
    ...(["added", "removed", "changed"] as const).flatMap((what) =>
      counts[what] > 0 ? [`${counts[what]} ${what}`] : [],
    ),
  ];
  return `${parts.join(", ") || "same entries"}; ${entities.toLocaleString("en")} entities now.`;
}

export type Looks = ReturnType<typeof createLooks>;
