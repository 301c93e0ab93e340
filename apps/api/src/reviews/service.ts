import { formatDiagnostic } from "@p4twin/models/core";
import { type CloudReview, type PlanRules, type ProgramReview, readReviewPlan } from "@p4twin/models/review";
import type { UserRole } from "../auth/roles.ts";
import { DomainError } from "../errors.ts";
import { forAll } from "../shared/caller.ts";
import { found } from "../shared/service.ts";
import type { SnapshotComparison } from "../switches/schema.ts";
import { type CloudReviewerDeps, createCloudReviewer } from "./cloudReviewer.ts";
import { createProgramReviewer, type ProgramReviewerDeps } from "./programReviewer.ts";
import type {
  Review,
  ReviewInput,
  ReviewProgress,
  ReviewQuestion,
  ReviewResult,
  ReviewSummary,
} from "./schema.ts";
import type { ReviewStore } from "./store.ts";

type Deps = ProgramReviewerDeps & CloudReviewerDeps & { store: ReviewStore };

/** Paths that are kept with a review (our choice); the rest is counted. */
const MOST_PATHS = 100;
/** Findings about a cloud that are kept (our choice). */
const MOST_FINDINGS = 1_000;

/** Changes held against rules, kept with their evidence, and what people say of them. */
export function createReviewService(deps: Deps) {
  const { store, analyses, clock } = deps;
  const programs = createProgramReviewer(deps);
  const clouds = createCloudReviewer(deps);
  const get = async (id: string) => found(await store.get(id), "review", id);
  /** how far reviews are that run in this process, by the number that their callers gave them */
  const underWay = new Map<string, ReviewProgress>();

  const reviewed = async (
    question: ReviewQuestion,
    say: (progress: ReviewProgress) => void,
  ): Promise<ReviewResult> => {
    const { before, after } = question;
    if (before.kind === "topology" && after.kind === "topology")
      return cloudResult(await clouds.topologies({ ...question, before, after }));
    if (before.kind === "scenario" && after.kind === "scenario")
      return cloudResult(await clouds.scenarios({ ...question, before, after }));
    const isProgram = (side: typeof before) => side.kind === "program" || side.kind === "snapshot";
    if (!isProgram(before) || !isProgram(after))
      throw new DomainError(
        "bad_input",
        `A ${before.kind} is not compared with a ${after.kind}; choose two of one kind (a program and a snapshot may be mixed).`,
      );
    const { review, entries } = await programs.review({ ...question, before, after }, say);
    return programResult(review, entries);
  };

  return {
    list: (): Promise<ReviewSummary[]> => store.list(),
    async get(id: string): Promise<Review> {
      const { author: _, ...review } = await get(id);
      return review;
    },

    /** How far a review is that runs, by the `progressId` that its caller gave it. */
    progress: (progressId: string): ReviewProgress | null => underWay.get(progressId) ?? null,

    async create({
      by,
      rulesFile,
      progressId,
      ...input
    }: ReviewInput & { by: string | null }): Promise<Review> {
      const asked = rulesFile === null ? input : { ...input, rules: rulesOf(rulesFile) };
      const { name, ...question } = asked;
      try {
        const result = await reviewed(asked, (progress) => {
          if (progressId !== null) underWay.set(progressId, progress);
        });
        const id = await store.create({ name, question, result, createdBy: by, createdAt: clock() });
        return await this.get(id);
      } finally {
        if (progressId !== null) underWay.delete(progressId);
      }
    },

    /** A test for every path of the program after the change. */
    async tests(id: string): Promise<{ fileName: string; mediaType: string; text: string }> {
      const { after } = (await get(id)).question;
      if (after.kind === "topology" || after.kind === "scenario")
        throw new DomainError("conflict", "This review is of a cloud; tests are made of programs.");
      const side = await programs.sideOf(after, "after");
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

/** Of a file as the command line reads it: what else it names is not there. */
function rulesOf(text: string): PlanRules {
  const { value, diagnostics } = readReviewPlan(text, "p4twin.yaml");
  if (value !== null) return value.rules;
  const [first] = diagnostics;
  throw new DomainError("bad_input", first ? formatDiagnostic(first) : "p4twin.yaml: no rules.", diagnostics);
}

type Finding = ProgramReview["findings"][number];
const withIds = (findings: readonly Finding[]) =>
  findings.map((finding, index) => ({ id: `finding-${index + 1}`, ...finding }));

function programResult(review: ProgramReview, entries: SnapshotComparison | null): ReviewResult {
  const words = (path: ProgramReview["added"][number]): string =>
    [...path.states, ...path.tables.map((each) => `${each.name}:${each.action}`), path.outcome].join(" ");
  const { program, comparison, added, removed, devices, packets, findings, notCompared } = review;
  return {
    program,
    failed: findings.some(({ level }) => level === "error"),
    findings: withIds(findings),
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
    ...{ entries, chains: [] },
    notCompared: [...notCompared],
  };
}

function cloudResult({ cloud, chains, findings, notCompared }: CloudReview): ReviewResult {
  // those that fail first: they are kept whatever their number
  const inOrder = [
    ...findings.filter(({ level }) => level === "error"),
    ...findings.filter(({ level }) => level !== "error"),
  ];
  const left = inOrder.length - MOST_FINDINGS;
  return {
    program: cloud,
    failed: findings.some(({ level }) => level === "error"),
    findings: withIds(inOrder.slice(0, MOST_FINDINGS)),
    ...{ counts: null, added: [], removed: [], devices: [], packets: null, entries: null },
    chains: chains.map(({ before, after, ...each }) => ({ ...each, before: [...before], after: [...after] })),
    notCompared: [...notCompared, ...(left > 0 ? [`${left} more findings are counted, not listed`] : [])],
  };
}
