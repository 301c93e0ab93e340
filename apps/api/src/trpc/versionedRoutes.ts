import { z } from "zod";
import { done, doneSchema, idSchema, nameSchema } from "../shared/schemas.ts";
import type { Context } from "./context.ts";
import { operatorProcedure } from "./trpc.ts";

type Removable = { remove(id: string): Promise<void>; restore(id: string): Promise<void> };
type Renamable = Removable & { rename(id: string, name: string): Promise<void> };
/** `what` is the object in words: "a chain". */
type Noun = { path: `/${string}`; what: string; removeSummary?: string };

const byId = z.object({ id: idSchema });

/** Remove, and undo it. */
export const removalRoutes = (
  { path, what, removeSummary = `Remove ${what}` }: Noun,
  of: (services: Context["services"]) => Removable,
  input: z.ZodType<{ id: string }> = byId,
) => ({
  remove: operatorProcedure
    .meta({ rest: `DELETE ${path}/{id}`, summary: removeSummary })
    .input(input)
    .output(doneSchema)
    .mutation(async ({ ctx, input: { id } }) => {
      await of(ctx.services).remove(id);
      return done;
    }),

  restore: operatorProcedure
    .meta({ rest: `POST ${path}/{id}/restore`, summary: `Undo the removal of ${what}` })
    .input(input)
    .output(doneSchema)
    .mutation(async ({ ctx, input: { id } }) => {
      await of(ctx.services).restore(id);
      return done;
    }),
});

/** What every noun with versions can do beside its own: rename, remove, and undo that. */
export const versionedRoutes = (noun: Noun, of: (services: Context["services"]) => Renamable) => ({
  rename: operatorProcedure
    .meta({ rest: `PATCH ${noun.path}/{id}`, summary: `Rename ${noun.what}` })
    .input(byId.extend({ name: nameSchema }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await of(ctx.services).rename(input.id, input.name);
      return done;
    }),
  ...removalRoutes(noun, of),
});
