import type { LatencyProgram } from "@p4twin/models/latency";
import { type ProgramReview, reviewProgram } from "@p4twin/models/review";
import type { UserRole } from "../auth/roles.ts";
import type { CaptureService } from "../captures/service.ts";
import type { DeviceService } from "../devices/service.ts";
import { defaultEstimator } from "../engines/builtIn.ts";
import { DomainError } from "../errors.ts";
import type { ProgramService } from "../programs/service.ts";
import { forAll } from "../shared/caller.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import type { SnapshotComparison } from "../switches/schema.ts";
import type { SwitchService } from "../switches/service.ts";
import {
  MOST_RECORDED,
  type Review,
  type ReviewInput,
  type ReviewResult,
  type ReviewSide,
  type ReviewSummary,
} from "./schema.ts";
import type { ReviewStore } from "./store.ts";

type Deps = {
  store: ReviewStore;
  programs: Pick<ProgramService, "get">;
  switches: Pick<SwitchService, "runningProgram" | "compare">;
  devices: Pick<DeviceService, "get">;
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

/** Paths that are kept with a review (our choice); the rest is counted. */
const MOST_PATHS = 100;
const SEED = 1;
const HOUR_MS = 3_600_000;
/** A capture does not say at which port its frames come in. */
const RECORDED_PORT = 0;

type Side = {
  name: string;
  file: string;
  source: string;
  includes: Record<string, string>;
  entries: { fileName: string; text: string } | null;
};

/** Changes held against rules, kept with their evidence, and what people say of them. */
export function createReviewService(deps: Deps) {
  const { store, programs, switches, devices, captures, explore, analyses, clock } = deps;
  const get = async (id: string) => found(await store.get(id), "review", id);

  const sideOf = async (side: ReviewSide, name: string): Promise<Side | null> => {
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
  const heardIn = (hours: number) => {
    const toMs = clock().getTime();
    return explore.packets({ fromMs: toMs - hours * HOUR_MS, toMs }, MOST_RECORDED);
  };

  type Analysed = Awaited<ReturnType<typeof analysed>>;

  const estimate = async (side: Analysed, device: string) => {
    if (!side?.report) return null;
    const profile = (await devices.get(device)).document;
    const program: LatencyProgram = { ...side.report, walks: side.walks };
    return defaultEstimator().estimate(program, profile, {});
  };

  return {
    list: (): Promise<ReviewSummary[]> => store.list(),
    async get(id: string): Promise<Review> {
      const { author: _, ...review } = await get(id);
      return review;
    },

    async create({ name, by, ...question }: ReviewInput & { by: string | null }): Promise<Review> {
      const { before, after, packets, rules, captureId, recentHours } = question;
      const frames = captureId === null ? [] : await captures.frames(captureId, MOST_RECORDED);
      const heard = recentHours === null ? [] : await heardIn(recentHours);
      const recorded = [...frames.map((bytes) => ({ port: RECORDED_PORT, bytes })), ...heard];
      const unheard =
        recentHours !== null && heard.length === 0
          ? [`packets: no report of the last ${recentHours} h that tells of a flow is kept`]
          : [];
      const [old, now] = await Promise.all([sideOf(before, "before"), sideOf(after, "after")]);
      const [oldRead, newRead] = await forAll(() => Promise.all([analysed(old), analysed(now)]));
      const entries =
        before.kind === "snapshot" && after.kind === "snapshot"
          ? await switches.compare(before.snapshotId, after.snapshotId)
          : null;
      const unheld =
        rules.entries === "forbid" && !entries
          ? ["entries: they are compared between snapshots only, so the rule about them is not held"]
          : [];
      const ran =
        old && now && packets + recorded.length > 0 && oldRead?.report && newRead?.report
          ? await analyses.must(
              "reviewPackets",
              { before: old, after: now, packets, seed: SEED, recorded },
              "the review",
            )
          : { packets: null, notCompared: [] };
      const estimated = await Promise.all(
        question.devices.map(async (id) => ({
          id,
          before: await estimate(oldRead, id),
          after: await estimate(newRead, id),
        })),
      );
      const review = reviewProgram(
        {
          ...{ program: now?.file ?? old?.file ?? name, before: oldRead, after: newRead, devices: estimated },
          packets: ran.packets,
          // the listed changes are bounded; how many there are is not
          entries: entries && { ...entries, changes: [] },
          notCompared: [...unheard, ...unheld, ...ran.notCompared],
        },
        rules,
      );
      const id = await store.create({
        ...{ name, question, result: resultOf(review, entries), createdBy: by },
        createdAt: clock(),
      });
      return this.get(id);
    },

    /** A test for every path of the program after the change. */
    async tests(id: string): Promise<{ fileName: string; mediaType: string; text: string }> {
      const { question } = await get(id);
      const side = await sideOf(question.after, "after");
      if (!side)
        throw new DomainError(
          "conflict",
          "The switch does not give its program back, so there are no tests.",
        );
      const { file, source, includes } = side;
      const made = await forAll(() => analyses.must("reviewTests", { file, source, includes }, file));
      if (!made.ok) throw new DomainError("conflict", `There are no tests: ${made.why}.`);
      return { fileName: `review_${id.slice(0, 8)}_test.py`, mediaType: "text/x-python", text: made.text };
    },

    /**
     * Notes what somebody says of a review. Nobody approves a change of their own; one that fails a rule takes an
     * owner.
     */
    async judge(input: {
      id: string;
      verdict: "approved" | "rejected";
      comment: string;
      by: { id: string; role: UserRole };
    }): Promise<Review> {
      const { id, verdict, comment, by } = input;
      const review = await get(id);
      if (verdict === "approved") {
        if (review.author === by.id)
          throw new DomainError("forbidden", "Somebody else approves this review: you made it.");
        if (review.failed && by.role !== "owner")
          throw new DomainError("forbidden", "A rule fails, so an owner has to approve this review.");
      }
      await store.addApproval({ reviewId: id, by: by.id, role: by.role, verdict, comment, at: clock() });
      return this.get(id);
    },

    async remove(id: string): Promise<void> {
      found((await store.setRemoved(id, clock())) || null, "review", id);
    },
    async restore(id: string): Promise<void> {
      found((await store.setRemoved(id, null)) || null, "review", id);
    },
  };
}

function resultOf(review: ProgramReview, entries: SnapshotComparison | null): ReviewResult {
  const words = (path: ProgramReview["added"][number]): string =>
    [...path.states, ...path.tables.map((each) => `${each.name}:${each.action}`), path.outcome].join(" ");
  const { program, comparison, added, removed, devices, packets, findings, notCompared } = review;
  return {
    program,
    failed: findings.some(({ level }) => level === "error"),
    findings: findings.map((finding, index) => ({ id: `finding-${index + 1}`, ...finding })),
    counts: comparison?.counts ?? null,
    added: added.slice(0, MOST_PATHS).map(words),
    removed: removed.slice(0, MOST_PATHS).map(words),
    devices: [...devices],
    packets: packets && {
      ...packets,
      differences: packets.differences.map(({ before, after, ...each }) => ({
        ...each,
        before: { ...before, sent: [...before.sent] },
        after: { ...after, sent: [...after.sent] },
      })),
    },
    entries,
    notCompared: [...notCompared],
  };
}
