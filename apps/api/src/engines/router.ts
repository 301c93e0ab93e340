import { z } from "zod";
import { router, viewerProcedure } from "../trpc/trpc.ts";
import { engineSchema } from "./schema.ts";

export const enginesRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /engines", summary: "Estimators and placement engines" })
    .output(z.array(engineSchema))
    .query(({ ctx }) => ctx.services.engines.list()),
});
