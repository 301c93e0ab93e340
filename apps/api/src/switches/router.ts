import { z } from "zod";
import { idSchema, instantSchema } from "../shared/schemas.ts";
import { operatorProcedure, router, viewerProcedure, workspaceOwnerProcedure } from "../trpc/trpc.ts";
import { removalRoutes } from "../trpc/versionedRoutes.ts";
import { attachInputSchema, switchChangeSchema } from "./attachInput.ts";
import { identitySchema, neighboursSchema } from "./identity/schema.ts";
import {
  candidateSchema,
  comparisonSchema,
  driftRuleSchema,
  driftSchema,
  effectsSchema,
  entriesSchema,
  occurrenceSchema,
  predictionSchema,
  switchSchema,
  switchSnapshotSchema,
} from "./schema.ts";
import {
  changesInputSchema,
  settableSchema,
  settingsInputSchema,
  settingValuesSchema,
  switchWriteSchema,
  writingInputSchema,
} from "./settings/schema.ts";

const byId = z.object({ id: idSchema });

const confirm = z.string().max(120).describe("name of the switch");

const settingsRouter = router({
  list: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/settings",
      summary: "Registers and parameters of a switch that can be set, and whether they are written",
    })
    .input(byId)
    .output(settableSchema)
    .query(({ ctx, input }) => ctx.services.switches.settings.list(input.id)),

  read: operatorProcedure
    .meta({ summary: "What settings of a switch are now; nothing is written" })
    .input(z.object({ id: idSchema, settings: settingsInputSchema }))
    .output(settingValuesSchema)
    .query(({ ctx, input }) => ctx.services.switches.settings.read(input.id, input.settings)),

  allow: workspaceOwnerProcedure
    .meta({
      rest: "PUT /switches/{id}/writing",
      summary: "Allow that settings are written to a switch, and how; null: they are not",
    })
    .input(z.object({ id: idSchema, writing: writingInputSchema.nullable() }))
    .output(settableSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.switches.settings.allow(input.id, input.writing, ctx.actor.id),
    ),

  write: operatorProcedure
    .meta({
      rest: "POST /switches/{id}/settings",
      summary: "Write settings that still are what you saw, and read them back",
    })
    .input(z.object({ id: idSchema, changes: changesInputSchema, confirm }))
    .output(switchWriteSchema)
    .mutation(({ ctx, input }) => ctx.services.switches.settings.write({ ...input, by: ctx.actor.id })),

  undo: operatorProcedure
    .meta({
      rest: "POST /switches/{id}/settings/undo",
      summary: "Write back what was there before a write, where nobody has changed it since",
    })
    .input(z.object({ id: idSchema, writeId: idSchema, confirm }))
    .output(switchWriteSchema)
    .mutation(({ ctx, input }) => ctx.services.switches.settings.undo({ ...input, by: ctx.actor.id })),

  writes: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/settings/writes",
      summary: "Settings that were written to a switch, newest first",
    })
    .input(byId)
    .output(z.array(switchWriteSchema))
    .query(({ ctx, input }) => ctx.services.switches.settings.writes(input.id)),
});

const identityRouter = router({
  get: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/identity",
      summary: "Who a switch is by P4Runtime, gNMI and INT, where it stands, and what of it contradicts",
    })
    .input(byId)
    .output(identitySchema)
    .query(({ ctx, input }) => ctx.services.switches.identity.get(input.id)),

  neighbours: viewerProcedure
    .meta({
      rest: "GET /switch-neighbours",
      summary: "Switches that were read by gNMI as a file to import as a cloud, and the links that they see",
    })
    .output(neighboursSchema)
    .query(({ ctx }) => ctx.services.switches.identity.neighbours()),
});

export const switchesRouter = router({
  list: viewerProcedure
    .meta({ rest: "GET /switches", summary: "Attached switches and their state" })
    .output(z.array(switchSchema))
    .query(({ ctx }) => ctx.services.switches.list()),

  get: viewerProcedure
    .meta({ rest: "GET /switches/{id}", summary: "One attached switch" })
    .input(byId)
    .output(switchSchema)
    .query(({ ctx, input }) => ctx.services.switches.get(input.id)),

  attach: operatorProcedure
    .meta({
      rest: "POST /switches",
      summary:
        "Attach a running switch by P4Runtime, read-only: no stream, no write; one that is away is kept",
    })
    .input(attachInputSchema)
    .output(switchSchema)
    .mutation(({ ctx, input }) => ctx.services.switches.attach({ ...input, by: ctx.actor.id })),

  update: operatorProcedure
    .meta({ rest: "PATCH /switches/{id}", summary: "Change name, polling, program, profile or connection" })
    .input(switchChangeSchema)
    .output(switchSchema)
    .mutation(({ ctx, input }) => ctx.services.switches.update(input)),

  look: operatorProcedure
    .meta({ rest: "POST /switches/{id}/look", summary: "Read a switch now" })
    .input(byId)
    .output(switchSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.switches.look(input.id);
      return ctx.services.switches.get(input.id);
    }),

  entries: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/entries",
      summary: "Entries, groups and sessions of a switch with their counters, or those of a snapshot",
    })
    .input(
      z.object({
        id: idSchema,
        snapshotId: idSchema.optional(),
        place: z.string().max(500).optional().describe("of this table or profile only"),
        text: z.string().max(200).optional().describe("that hold this text"),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1_000).default(100),
      }),
    )
    .output(entriesSchema)
    .query(({ ctx, input }) => ctx.services.switches.entries(input)),

  snapshots: viewerProcedure
    .meta({ rest: "GET /switches/{id}/snapshots", summary: "What a switch held over time, newest first" })
    .input(byId)
    .output(z.array(switchSnapshotSchema))
    .query(({ ctx, input }) => ctx.services.switches.snapshots(input.id)),

  occurrences: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/occurrences",
      summary: "What was noticed of a switch, newest first: reached, lost, restarted, changed",
    })
    .input(byId)
    .output(z.array(occurrenceSchema))
    .query(({ ctx, input }) => ctx.services.switches.occurrences(input.id)),

  noteStart: operatorProcedure
    .meta({
      rest: "POST /switches/{id}/starts",
      summary: "A switch was started just now: the latencies since then are a run of their own",
    })
    .input(byId)
    .output(z.object({ at: instantSchema }))
    .mutation(({ ctx, input }) => ctx.services.switches.noteStart(input.id)),

  twins: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/twins",
      summary: "Deployments that pass a switch, by its newest snapshot",
    })
    .input(byId)
    .output(z.array(z.object({ deploymentId: idSchema, name: z.string() })))
    .query(({ ctx, input }) => ctx.services.switches.twins(input.id)),

  compare: viewerProcedure
    .meta({
      rest: "GET /switch-snapshots/compare",
      summary: "Two snapshots: entries, profile, clouds, thresholds and bindings that differ",
    })
    .input(z.object({ before: idSchema, after: idSchema }))
    .output(comparisonSchema)
    .query(({ ctx, input }) => ctx.services.switches.compare(input.before, input.after)),

  effects: viewerProcedure
    .meta({
      rest: "GET /switch-snapshots/effects",
      summary: "Two snapshots: paths that come and go, latency of each path and chain, budgets",
    })
    .input(z.object({ before: idSchema, after: idSchema }))
    .output(effectsSchema)
    .query(({ ctx, input }) => ctx.services.switches.effects(input.before, input.after)),

  exportEntries: viewerProcedure
    .meta({
      rest: "GET /switch-snapshots/{snapshotId}/entries.json",
      summary: "Table entries of a snapshot, as the p4lang tutorials write them",
      files: ["application/json"],
    })
    .input(z.object({ snapshotId: idSchema }))
    .output(z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }))
    .query(({ ctx, input }) => ctx.services.switches.exportEntries(input.snapshotId)),

  setIntent: operatorProcedure
    .meta({
      rest: "PUT /switches/{id}/intent",
      summary: "Say which snapshot a switch should hold; null: none",
    })
    .input(
      z.object({
        id: idSchema,
        snapshotId: idSchema.nullable(),
        rule: driftRuleSchema.optional().describe("left out: as it was, at first warning"),
      }),
    )
    .output(switchSchema)
    .mutation(({ ctx, input }) => ctx.services.switches.setIntent({ ...input, by: ctx.actor.id })),

  drift: viewerProcedure
    .meta({ rest: "GET /switches/{id}/drift", summary: "What runs against what should" })
    .input(byId)
    .output(driftSchema)
    .query(({ ctx, input }) => ctx.services.switches.drift(input.id)),

  candidates: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/candidates",
      summary: "Uploaded programs that a switch may run which does not give its program back, nearest first",
    })
    .input(byId)
    .output(z.array(candidateSchema))
    .query(({ ctx, input }) => ctx.services.switches.candidates(input.id)),

  settings: settingsRouter,
  identity: identityRouter,

  prediction: viewerProcedure
    .meta({
      rest: "GET /switches/{id}/prediction",
      summary: "Latency of the program as it runs: installed actions only, weighed by counters",
    })
    .input(byId)
    .output(predictionSchema)
    .query(({ ctx, input }) => ctx.services.switches.prediction(input.id)),

  ...removalRoutes({ path: "/switches", what: "a switch" }, (services) => services.switches),
});
