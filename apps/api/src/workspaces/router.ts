import { z } from "zod";
import { done, doneSchema, idSchema } from "../shared/schemas.ts";
import { ownerProcedure, router, viewerProcedure, workspaceOwnerProcedure } from "../trpc/trpc.ts";
import {
  memberRoleSchema,
  memberSchema,
  newMemberSchema,
  ownWorkspaceSchema,
  workspaceNameSchema,
  workspaceSchema,
} from "./schema.ts";

const byId = z.object({ id: idSchema });

/** Of the workspace that the request is about. */
const membersRouter = router({
  list: workspaceOwnerProcedure
    .meta({ rest: "GET /members", summary: "Members of this workspace" })
    .output(z.array(memberSchema))
    .query(({ ctx }) => ctx.services.workspaces.members(ctx.workspaceId)),

  add: workspaceOwnerProcedure
    .meta({ rest: "POST /members", summary: "Let somebody who has an account into this workspace" })
    .input(newMemberSchema)
    .output(memberSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.workspaces.addMember(ctx.workspaceId, input.email, input.role),
    ),

  setRole: workspaceOwnerProcedure
    .meta({ rest: "PUT /members/{userId}/role", summary: "Change what a member may do in this workspace" })
    .input(memberRoleSchema)
    .output(memberSchema)
    .mutation(({ ctx, input }) => ctx.services.workspaces.setRole(ctx.workspaceId, input.userId, input.role)),

  remove: workspaceOwnerProcedure
    .meta({ rest: "DELETE /members/{userId}", summary: "Take somebody out of this workspace" })
    .input(memberRoleSchema.pick({ userId: true }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.workspaces.removeMember(ctx.workspaceId, input.userId);
      return done;
    }),
});

export const workspacesRouter = router({
  mine: viewerProcedure
    .meta({
      rest: "GET /workspaces/mine",
      summary: "Workspaces that you may enter: name one in the header x-p4twin-workspace, or in ?workspace=",
    })
    .output(z.array(ownWorkspaceSchema))
    .query(({ ctx }) => ctx.services.workspaces.mine(ctx.actor.memberships, ctx.workspaceId)),

  list: ownerProcedure
    .meta({ rest: "GET /workspaces", summary: "All workspaces, archived ones too" })
    .output(z.array(workspaceSchema))
    .query(({ ctx }) => ctx.services.workspaces.list()),

  create: ownerProcedure
    .meta({ rest: "POST /workspaces", summary: "Make a workspace" })
    .input(workspaceNameSchema)
    .output(workspaceSchema)
    .mutation(({ ctx, input }) => ctx.services.workspaces.create(input.name, ctx.actor.id)),

  rename: ownerProcedure
    .meta({ rest: "PATCH /workspaces/{id}", summary: "Rename a workspace" })
    .input(byId.extend(workspaceNameSchema.shape))
    .output(workspaceSchema)
    .mutation(({ ctx, input }) => ctx.services.workspaces.rename(input.id, input.name)),

  archive: ownerProcedure
    .meta({
      rest: "DELETE /workspaces/{id}",
      summary: "Archive a workspace: nobody enters it and it takes no telemetry; nothing is deleted",
    })
    .input(byId)
    .output(workspaceSchema)
    .mutation(({ ctx, input }) => ctx.services.workspaces.archive(input.id)),

  restore: ownerProcedure
    .meta({ rest: "POST /workspaces/{id}/restore", summary: "Open an archived workspace again" })
    .input(byId)
    .output(workspaceSchema)
    .mutation(({ ctx, input }) => ctx.services.workspaces.restore(input.id)),

  members: membersRouter,
});
