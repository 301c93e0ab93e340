import type { LatencyProgram } from "@p4twin/models/latency";
import { type ProgramReview, profileChanges, reviewProgram } from "@p4twin/models/review";
import type { CaptureService } from "../captures/service.ts";
import type { DeviceService } from "../devices/service.ts";
import { defaultEstimator } from "../engines/builtIn.ts";
import type { ProgramService } from "../programs/service.ts";
import { forAll } from "../shared/caller.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
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

  const analysed = async (side: Side | null) => {
    if (!side) return null;
    const { file, source, includes, entries } = side;
    const { report, walks } = await analyses.must("program", { file, source, includes, entries }, file);
    const problems = report.diagnostics.filter(({ severity }) => severity === "error");
    return { report: problems.length > 0 ? null : report, walks, problems };
  };
  type Analysed = Awaited<ReturnType<typeof analysed>>;

  const heardIn = (hours: number) => {
    const toMs = clock().getTime();
    return explore.packets({ fromMs: toMs - hours * HOUR_MS, toMs }, MOST_RECORDED);
  };

  const deviceOf = async (id: string, versionBefore: number | undefined, old: Analysed, now: Analysed) => {
    const profile = (await devices.get(id)).document;
    const profileBefore = versionBefore === undefined ? profile : await devices.getVersion(id, versionBefore);
    const estimate = (side: Analysed, as: typeof profile) => {
      if (!side?.report) return null;
      const program: LatencyProgram = { ...side.report, walks: side.walks };
      return defaultEstimator().estimate(program, as, {});
    };
    const changes = profileChanges(profileBefore, profile);
    return { id, changes, before: await estimate(old, profileBefore), after: await estimate(now, profile) };
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
      say({ step: "analysis", packets: 0 });
      const [oldRead, newRead] = await forAll(() => Promise.all([analysed(old), analysed(now)]));
      const snapshots =
        before.kind === "snapshot" && after.kind === "snapshot"
          ? await switches.compare(before.snapshotId, after.snapshotId)
          : null;
      const compareEntries = snapshots === null && (old?.entries ?? now?.entries ?? null) !== null;
      const ran =
        old && now && oldRead?.report && newRead?.report
          ? await analyses.must(
              "reviewSides",
              { before: old, after: now, packets, seed: SEED, recorded, compareEntries },
              "the review",
              (sent) => say({ step: "packets", packets: Number(sent) }),
            )
          : { packets: null, entries: null, refused: null, notCompared: [] };
      const entries = snapshots ?? (ran.entries && comparisonOf(ran.entries));
      const unheld =
        rules.entries === "forbid" && !entries
          ? ["entries: neither side has any that can be compared, so the rule about them is not held"]
          : [];
      const readAfter = newRead && {
        ...newRead,
        problems: [...newRead.problems, ...(ran.refused ? [ran.refused] : [])],
      };
      const estimated = await Promise.all(
        // a budget names its device
        [...new Set([...question.devices, ...Object.keys(rules.maxUs)])].map((id) =>
          deviceOf(id, question.devicesBefore[id], oldRead, newRead),
        ),
      );
      const review = reviewProgram(
        {
          ...{
            program: now?.file ?? old?.file ?? name,
            before: oldRead,
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

type Compared = NonNullable<Parameters<typeof reviewProgram>[0]["entries"]>;

/** Entries of two files as those of two snapshots are shown. */
function comparisonOf({ changes, places, added, removed, changed }: Compared): SnapshotComparison {
  const listed = shownChanges({ changes }, MOST_CHANGES);
  return {
    ...{ added, removed, changed, places, changes: listed, shown: listed.length },
    ...{ pipelineChanged: false, surroundings: null, surroundingsTotal: 0 },
  };
}
