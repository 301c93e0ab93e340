import { z } from "zod";
import { jsonObjectSchema } from "../shared/schemas.ts";
import { publicProcedure, router } from "../trpc/trpc.ts";

export const schemasRouter = router({
  list: publicProcedure
    .meta({ rest: "GET /schemas", summary: "Names of the file formats" })
    .output(z.array(z.string()))
    .query(({ ctx }) => ctx.services.schemas.names()),

  get: publicProcedure
    .meta({ rest: "GET /schemas/{name}", summary: "JSON Schema of a file format" })
    .input(z.object({ name: z.string().min(1).max(60) }))
    .output(jsonObjectSchema)
    .query(({ ctx, input }) => ctx.services.schemas.get(input.name)),
});
