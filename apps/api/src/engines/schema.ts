import { z } from "zod";

export const engineSchema = z.object({
  id: z.string(),
  title: z.string(),
  does: z.enum(["estimate", "place"]),
  origin: z.enum(["builtin"]),
});
export type Engine = z.infer<typeof engineSchema>;
