import type { UserRole } from "../auth/roles.ts";
import { userRoleSchema } from "../auth/roles.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import {
  type Review,
  type ReviewQuestion,
  type ReviewResult,
  type ReviewSummary,
  reviewInputSchema,
  reviewResultSchema,
  verdictSchema,
} from "./schema.ts";

/** Reviews in one list (our choice). */
const LISTED = 500;
const questionSchema = reviewInputSchema.omit({ name: true });

/** Of two verdicts in one millisecond the later one counts: ids grow with time. */
const NEWEST_FIRST = [{ at: "desc" }, { id: "desc" }] as const;

/** Rows of reviews and their approvals. */
export function createReviewStore({ db, workspaceId }: Scope) {
  const namesOf = async (ids: readonly (string | null)[]): Promise<Map<string, string>> => {
    const users = await db.user.findMany({
      where: { id: { in: ids.flatMap((id) => id ?? []) } },
      select: { id: true, name: true },
    });
    return new Map(users.map(({ id, name }) => [id, name]));
  };
  const named = (names: Map<string, string>, id: string | null): string | null => id && (names.get(id) ?? id);
  const stateOf = (verdict: string | undefined): ReviewSummary["state"] =>
    verdict === undefined ? "open" : verdictSchema.parse(verdict);

  return {
    async list(): Promise<ReviewSummary[]> {
      const rows = await db.review.findMany({
        where: { workspaceId, removedAt: null },
        include: { approvals: { orderBy: [...NEWEST_FIRST], take: 1 } },
        orderBy: { createdAt: "desc" },
        take: LISTED,
      });
      const names = await namesOf(rows.map(({ createdBy }) => createdBy));
      return rows.map(({ id, name, result, approvals, createdBy, createdAt }) => {
        const { failed, findings } = reviewResultSchema.parse(result);
        return {
          ...{ id, name, failed, findings: findings.length, state: stateOf(approvals[0]?.verdict) },
          ...{ createdBy: named(names, createdBy), createdAt: createdAt.toISOString() },
        };
      });
    },

    async get(id: string): Promise<(Review & { author: string | null }) | null> {
      const row = await db.review.findFirst({
        where: { id, workspaceId, removedAt: null },
        include: { approvals: { orderBy: [...NEWEST_FIRST] } },
      });
      if (!row) return null;
      const names = await namesOf([row.createdBy, ...row.approvals.map(({ by }) => by)]);
      const result = reviewResultSchema.parse(row.result);
      return {
        ...{ id, name: row.name, failed: result.failed, findings: result.findings.length, result },
        question: questionSchema.parse(row.question),
        state: stateOf(row.approvals[0]?.verdict),
        author: row.createdBy,
        createdBy: named(names, row.createdBy),
        createdAt: row.createdAt.toISOString(),
        approvals: row.approvals.map(({ id: approvalId, by, role, verdict, comment, at }) => ({
          ...{ id: approvalId, by: named(names, by), role: userRoleSchema.parse(role) },
          ...{ verdict: verdictSchema.parse(verdict), comment, at: at.toISOString() },
        })),
      };
    },

    async create(made: {
      name: string;
      question: Omit<ReviewQuestion, "name">;
      result: ReviewResult;
      createdBy: string | null;
      createdAt: Date;
    }): Promise<string> {
      const { question, result, ...rest } = made;
      const row = await db.review.create({
        data: { ...rest, workspaceId, question: toJson(question), result: toJson(result) },
        select: { id: true },
      });
      return row.id;
    },

    async addApproval(made: {
      reviewId: string;
      by: string | null;
      role: UserRole;
      verdict: Review["approvals"][number]["verdict"];
      comment: string;
      at: Date;
    }): Promise<void> {
      await db.reviewApproval.create({ data: made });
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      return (await db.review.updateMany({ where: { id, workspaceId }, data: { removedAt } })).count > 0;
    },
  };
}
export type ReviewStore = ReturnType<typeof createReviewStore>;
