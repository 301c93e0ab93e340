import { z } from "zod";

/** An engine as it is chosen; one may estimate, place, or both. */
export const engineSchema = z.object({
  id: z.string(),
  title: z.string(),
  estimates: z.boolean(),
  places: z.boolean(),
});
export type Engine = z.infer<typeof engineSchema>;
