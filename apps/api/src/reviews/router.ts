import { z } from "zod";
import { idSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure } from "../trpc/trpc.ts";
import { removalRoutes } from "../trpc/versionedRoutes.ts";
import {
  reviewInputSchema,
  reviewProgressSchema,
  reviewSchema,
  reviewSummarySchema,
  verdictInputSchema,
} from "./schema.ts";

export const reviewsRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /reviews", summary: "Reviewed changes, newest first" })
    .output(z.array(reviewSummarySchema))
    .query(({ ctx }) => ctx.services.reviews.list()),

  get: viewerProcedure
    .meta({ rest: "GET /reviews/{id}", summary: "One review with its findings, evidence and verdicts" })
    .input(z.object({ id: idSchema }))
    .output(reviewSchema)
    .query(({ ctx, input }) => ctx.services.reviews.get(input.id)),

  create: operatorProcedure
    .meta({
      rest: "POST /reviews",
      summary:
        "Compare two program versions, snapshots, clouds or scenarios: paths, latency, entries, packets, chains; held against rules",
    })
    .input(reviewInputSchema)
    .output(reviewSchema)
    .mutation(({ ctx, input }) => ctx.services.reviews.create({ ...input, by: ctx.actor.id })),

  progress: viewerProcedure
    .meta({ rest: "GET /reviews/progress/{progressId}", summary: "How far a review is that is being made" })
    .input(z.object({ progressId: z.uuid() }))
    .output(reviewProgressSchema)
    .query(({ ctx, input }) => ctx.services.reviews.progress(input.progressId)),

  tests: viewerProcedure
    .meta({
      rest: "GET /reviews/{id}/tests",
      summary: "A packet test (PTF) for every path of the program after the change",
      files: ["text/x-python"],
    })
    .input(z.object({ id: idSchema }))
    .output(z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }))
    .query(({ ctx, input }) => ctx.services.reviews.tests(input.id)),

  judge: operatorProcedure
    .meta({
      rest: "POST /reviews/{id}/verdict",
      summary:
        "Approve or reject a review; nobody approves an own one, and one that fails a rule takes an owner",
    })
    .input(verdictInputSchema)
    .output(reviewSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.reviews.judge({ ...input, by: { id: ctx.actor.id, role: ctx.actor.role } }),
    ),

  ...removalRoutes({ path: "/reviews", what: "a review" }, (services) => services.reviews),
});
