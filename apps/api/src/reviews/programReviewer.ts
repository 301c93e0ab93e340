import { type ProgramReview, profileChanges, reviewProgram } from "@p4twin/models/review";
import type { CaptureService } from "../captures/service.ts";
import type { DeviceService } from "../devices/service.ts";
import type { ProgramService } from "../programs/service.ts";
import { asCaller, currentCaller, forAll } from "../shared/caller.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import type { TaskInput } from "../shared/parsing/tasks.ts";
import type { Clock } from "../shared/service.ts";
import type { SnapshotComparison } from "../switches/schema.ts";
import type { SwitchService } from "../switches/service.ts";
import { shownChanges } from "../switches/shownChanges.ts";
import { MOST_RECORDED, type ProgramSide, type ReviewProgress, type ReviewQuestion } from "./schema.ts";

export type ProgramReviewerDeps = {
  programs: Pick<ProgramService, "get">;
  switches: Pick<SwitchService, "runningProgram" | "compare">;
  devices: Pick<DeviceService, "get" | "getVersion">;
  captures: Pick<CaptureService, "frames">;
  /** packets of flows that reports told of, at their ports */
  explore: {
    packets(
      range: { fromMs: number; toMs: number },
      most: number,
    ): Promise<{ port: number; bytes: Uint8Array }[]>;
  };
  analyses: Parsing;
  clock: Clock;
};

const SEED = 1;
const HOUR_MS = 3_600_000;
/** A capture does not say at which port its frames come in. */
const RECORDED_PORT = 0;
/** Changes of entries that are kept one by one (our choice), as of two snapshots. */
const MOST_CHANGES = 1_000;

type Side = {
  name: string;
  file: string;
  source: string;
  includes: Record<string, string>;
  entries: { fileName: string; text: string } | null;
};
type Question = Omit<ReviewQuestion, "before" | "after"> & { before: ProgramSide; after: ProgramSide };

/** Two programs, each with entries or as a switch ran it, held against rules. */
export function createProgramReviewer(deps: ProgramReviewerDeps) {
  const { programs, switches, devices, captures, explore, analyses, clock } = deps;

  const sideOf = async (side: ProgramSide, name: string): Promise<Side | null> => {
    if (side.kind === "snapshot") {
      const running = await switches.runningProgram(side.snapshotId);
      if (!running) return null;
      const { entities: _, ...program } = running;
      return { name, ...program };
    }
    const version = await programs.get(side.programVersionId);
    const { source, includes } = version;
    const entries = side.entries === null ? null : { fileName: "entries", text: side.entries };
    return { name, file: version.name, source, includes, entries };
  };

  const heardIn = (hours: number) => {
    const toMs = clock().getTime();
    return explore.packets({ fromMs: toMs - hours * HOUR_MS, toMs }, MOST_RECORDED);
  };

  const deviceOf = async (id: string, versionBefore: number | undefined) => {
    const after = (await devices.get(id)).document;
    const before = versionBefore === undefined ? after : await devices.getVersion(id, versionBefore);
    return { id, changes: profileChanges(before, after), profiles: { before, after } };
  };

  type Sides = { old: Side | null; now: Side | null };
  /** Entries and packets; null where a side is not there or cannot be run, which its analysis explains. */
  const sent = async ({ old, now }: Sides, asked: Asked, say: (progress: ReviewProgress) => void) => {
    if (!old || !now) return null;
    const onSent = (packets: unknown): void => say({ step: "packets", packets: Number(packets) });
    return analyses.must(
      "reviewSides",
      { before: old, after: now, seed: SEED, ...asked },
      "the review",
      onSent,
    );
  };

  return {
    sideOf,

    async review(
      question: Question,
      say: (progress: ReviewProgress) => void,
    ): Promise<{ review: ProgramReview; entries: SnapshotComparison | null }> {
      const { name, before, after, packets, rules, captureId, recentHours } = question;
      const frames = captureId === null ? [] : await captures.frames(captureId, MOST_RECORDED);
      const heard = recentHours === null ? [] : await heardIn(recentHours);
      const recorded = [...frames.map((bytes) => ({ port: RECORDED_PORT, bytes })), ...heard];
      const unheard =
        recentHours !== null && heard.length === 0
          ? [`packets: no report of the last ${recentHours} h that tells of a flow is kept`]
          : [];
      const [old, now] = await Promise.all([sideOf(before, "before"), sideOf(after, "after")]);
      const snapshots =
        before.kind === "snapshot" && after.kind === "snapshot"
          ? await switches.compare(before.snapshotId, after.snapshotId)
          : null;
      // a budget names its device
      const about = await Promise.all(
        [...new Set([...question.devices, ...Object.keys(rules.maxUs)])].map((id) =>
          deviceOf(id, question.devicesBefore[id]),
        ),
      );
      say({ step: "analysis", packets: 0 });
      const asked = {
        ...{ packets, recorded },
        compareEntries: snapshots === null && (old?.entries ?? now?.entries ?? null) !== null,
      };
      // each in a process of its own, where two are free
      const unneeded = new AbortController();
      const { by } = currentCaller();
      const sending = asCaller({ by, signal: unneeded.signal }, () => sent({ old, now }, asked, say));
      // what becomes of it counts only where both versions can be read
      sending.catch(() => {});
      const analysed = async () => {
        const read = await forAll(() =>
          analyses.must(
            "reviewPrograms",
            { before: old, after: now, devices: about.map(({ profiles }) => profiles) },
            now?.file ?? old?.file ?? name,
          ),
        );
        const ran = read.before?.report && read.after?.report ? await sending : null;
        return { read, ran: ran ?? NOTHING_RAN };
      };
      // where the analysis has failed, no packet goes on
      const { read, ran } = await analysed().finally(() => unneeded.abort());
      const entries = snapshots ?? (ran.entries && comparisonOf(ran.entries));
      const unheld =
        rules.entries === "forbid" && !entries
          ? ["entries: neither side has any that can be compared, so the rule about them is not held"]
          : [];
      const readAfter = read.after && {
        ...read.after,
        problems: [...read.after.problems, ...(ran.refused ? [ran.refused] : [])],
      };
      const estimated = about.map(({ id, changes }, i) => ({ id, changes, ...read.estimates[i]! }));
      const review = reviewProgram(
        {
          ...{
            program: now?.file ?? old?.file ?? name,
            before: read.before,
            after: readAfter,
            devices: estimated,
          },
          packets: ran.packets,
          // the listed changes are bounded; how many there are is not
          entries: entries && { ...entries, changes: [] },
          notCompared: [...unheard, ...unheld, ...ran.notCompared],
        },
        rules,
      );
      return { review, entries };
    },
  };
}

type Asked = Pick<TaskInput<"reviewSides">, "packets" | "recorded" | "compareEntries">;
const NOTHING_RAN = { packets: null, entries: null, refused: null, notCompared: [] };
type Compared = NonNullable<Parameters<typeof reviewProgram>[0]["entries"]>;

/** Entries of two files as those of two snapshots are shown. */
function comparisonOf({ changes, places, added, removed, changed }: Compared): SnapshotComparison {
  const listed = shownChanges({ changes }, MOST_CHANGES);
  return {
    ...{ added, removed, changed, places, changes: listed, shown: listed.length },
    ...{ pipelineChanged: false, surroundings: null, surroundingsTotal: 0 },
  };
}
