import { expect, test } from "vitest";
import { currentCaller } from "../shared/caller.ts";
import { createProgramReviewer, type ProgramReviewerDeps } from "./programReviewer.ts";
import { reviewInputSchema } from "./schema.ts";

const VERSION = "00000000-0000-4000-8000-000000000001";
const side = { kind: "program" as const, programVersionId: VERSION, entries: null };
const question = {
  ...reviewInputSchema.parse({ name: "r", before: side, after: side, devices: [], packets: 5 }),
  before: side,
  after: side,
};
const unreadable = { report: null, problems: [{ severity: "error", code: "x", message: "no", span: null }] };

test.each([
  [
    "the analysis fails",
    () => Promise.reject(new Error("reading a.p4 took longer than 60 s")),
    /longer than/,
  ],
  ["a version cannot be read", async () => ({ before: unreadable, after: unreadable, estimates: [] }), null],
])("packets do not go on when %s", async (_, reviewPrograms, refusal) => {
  let sending: AbortSignal | undefined;
  const answers = {
    reviewPrograms,
    reviewSides: () => {
      sending = currentCaller().signal;
      return new Promise((_, reject) => sending?.addEventListener("abort", () => reject(sending?.reason)));
    },
  };
  const none = (): never => expect.unreachable();
  const reviewer = createProgramReviewer({
    programs: { get: async () => ({ name: "a.p4", source: "", includes: {} }) },
    analyses: { must: (name: keyof typeof answers) => answers[name]() },
    ...{ switches: {}, devices: {}, captures: { frames: none }, explore: { packets: none }, clock: none },
  } as unknown as ProgramReviewerDeps);
  const done = reviewer.review(question, () => undefined);
  if (refusal) await expect(done).rejects.toThrow(refusal);
  else expect((await done).review.packets).toBeNull();
  expect(sending?.aborted).toBe(true);
});
