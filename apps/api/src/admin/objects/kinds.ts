import { deviceProfileSchema } from "@p4twin/models/device";
import { topologySchema } from "@p4twin/models/topology";
import { driftSettingsSchema, segmentsSchema } from "@p4twin/models/twin";
import { z } from "zod";
import { chainDocumentSchema } from "../../chains/schema.ts";
import { deploymentStatusSchema } from "../../deployments/schema.ts";
import { channelFilterSchema, mailServerInputSchema, targetSchema } from "../../notifications/schema.ts";
import { scenarioParametersSchema } from "../../scenarios/schema.ts";
import { nameSchema } from "../../shared/schemas.ts";
import { settingsSchema } from "../../system/schema.ts";
import { acceptanceSchema, exporterInputSchema } from "../../telemetry/schema.ts";

/** Folders of an export, in the order in which their objects are made: what is referred to comes first. */
export const kinds = [
  "settings",
  "exporters",
  "devices",
  "programs",
  "engines",
  "topologies",
  "chains",
  "scenarios",
  "deployments",
  "channels",
] as const;
export type Kind = (typeof kinds)[number];

const reference = z.string().min(1);
const removed = z.literal(true).optional().describe("hidden, and kept because something refers to it");
const named = { name: nameSchema, removed };

/** What a file of each kind holds; every id is a reference. */
export const fileSchemas = {
  settings: z.strictObject({
    name: z.literal("settings"),
    system: settingsSchema,
    drift: driftSettingsSchema,
    acceptance: acceptanceSchema,
    engineHosts: z.array(z.string()),
    mailServer: mailServerInputSchema.omit({ password: true }).nullable(),
  }),
  exporters: z.strictObject({
    name: z.string().min(1),
    ...exporterInputSchema.omit({ address: true }).shape,
  }),
  devices: z.strictObject({ ...named, document: deviceProfileSchema.omit({ version: true }) }),
  programs: z.strictObject({
    ...named,
    includes: z.record(z.string().min(1), z.array(z.string())).describe("path -> its lines"),
  }),
  engines: z.strictObject({
    ...named,
    engine: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("python") }),
      z.strictObject({ kind: z.literal("http"), url: z.url(), estimates: z.boolean(), places: z.boolean() }),
    ]),
  }),
  topologies: z.strictObject({ ...named, document: topologySchema }),
  chains: z.strictObject({ ...named, document: chainDocumentSchema }),
  scenarios: z.strictObject({
    ...named,
    topology: reference,
    chains: z.array(reference).min(1),
    engine: z.string().min(1),
    parameters: scenarioParametersSchema,
  }),
  deployments: z.strictObject({
    name: nameSchema,
    status: deploymentStatusSchema,
    chain: reference.nullable(),
    segments: segmentsSchema,
  }),
  channels: z.strictObject({
    name: nameSchema,
    enabled: z.boolean(),
    target: targetSchema,
    filter: channelFilterSchema.extend({
      scopes: z.array(z.object({ deploymentId: reference, segmentId: z.string().min(1).nullable() })),
    }),
  }),
} satisfies Record<Kind, z.ZodType>;
export type Files = { [K in Kind]: z.infer<(typeof fileSchemas)[K]> };

/** Text that stands beside the JSON of a kind: `l3fwd.p4`, `mine.py`. */
export const sourceExtensions: Partial<Record<Kind, string>> = { programs: "p4", engines: "py" };

/** Kinds whose objects are rows of immutable versions; the others are changed in place. */
export const isVersioned = (kind: Kind): boolean =>
  !["settings", "exporters", "deployments", "channels"].includes(kind);
