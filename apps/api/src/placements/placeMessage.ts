import { placementSchema } from "@p4twin/models/placement";
import { z } from "zod";
import { jobProgressSchema } from "../jobs/queue.ts";

/** What the thread of a placement job posts: any number of progress messages, then an answer or a failure. */
export const placeMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), progress: jobProgressSchema }),
  z.object({ kind: z.literal("answer"), placement: placementSchema }),
  z.object({ kind: z.literal("failure"), message: z.string() }),
]);
export type PlaceMessage = z.infer<typeof placeMessageSchema>;
