import { diagnosticSchema } from "@p4twin/models/core";
import { intervalsSchema } from "@p4twin/models/latency";
import { z } from "zod";

export const idSchema = z.uuid();
export const nameSchema = z.string().trim().min(1, "Give it a name.").max(120);
export const hashSchema = z.string().describe("sha256:… of the content");
/** ISO 8601 in UTC: what REST and the browser get for every instant. */
export const instantSchema = z.iso.datetime({ offset: true });

/** Of latencies before and after, one standard deviation each; what was kept of before has none. */
export const bothIntervals = {
  beforeIntervals: intervalsSchema.nullable().default(null).describe("one standard deviation each"),
  afterIntervals: intervalsSchema.nullable().default(null),
};

/** How bad an event or an incident is. */
export const severitySchema = z.enum(["warning", "critical"]);

/** A JSON object whose shape another room owns. */
export const jsonObjectSchema = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof jsonObjectSchema>;

/** One version in a list of versions. */
export const versionEntrySchema = z.object({
  id: idSchema,
  number: z.int(),
  hash: hashSchema,
  createdAt: instantSchema,
});

/** One version of an object, with the list of all of them; what it holds is added to it. */
export const versionSchema = versionEntrySchema.extend({
  name: z.string(),
  versions: z.array(versionEntrySchema),
});

/** What stands in a list for an object with versions. */
export const versionedSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: instantSchema,
  versionCount: z.int(),
  latest: versionEntrySchema,
});
export type VersionedSummary = z.infer<typeof versionedSummarySchema>;

export const doneSchema = z.object({ done: z.literal(true) });
export const done: z.infer<typeof doneSchema> = { done: true };

/** Answer of what reads a user's text: the stored version, or what is wrong with the text. */
export const writtenSchema = <S extends z.ZodType>(version: S) =>
  z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), version, diagnostics: z.array(diagnosticSchema) }),
    z.object({ ok: z.literal(false), diagnostics: z.array(diagnosticSchema) }),
  ]);

/** A whole number of up to `bits` bits, in decimal: wider than a double holds. `what` names it in messages. */
export const wideNumberSchema = (bits: number, what: string) =>
  z
    .string()
    // what is no number goes no further: BigInt would throw
    .regex(/^\d{1,80}$/, { error: `${what} is a whole number.`, abort: true })
    .refine((text) => BigInt(text) < 2n ** BigInt(bits), `${what} has ${bits} bits at most.`);
