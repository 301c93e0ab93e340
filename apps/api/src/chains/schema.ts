import { chainSchema, networkFunctionSchema } from "@p4twin/models/chain";
import { diagnosticSchema } from "@p4twin/models/core";
import { z } from "zod";
import {
  idSchema,
  jsonObjectSchema,
  versionedSummarySchema,
  versionSchema,
  writtenSchema,
} from "../shared/schemas.ts";

const MAX_TEXT_CHARS = 2_000_000;

/** Chains as the user has them: the text of a chain file (JSON or YAML), or the parsed document. */
export const chainInputSchema = z.union([
  z.object({ text: z.string().max(MAX_TEXT_CHARS), fileName: z.string().max(300).default("chains.yaml") }),
  z.object({ document: jsonObjectSchema }),
]);
export type ChainInput = z.infer<typeof chainInputSchema>;

/** One stored chain, with the functions that it uses and the library does not have. */
export const chainDocumentSchema = z.object({
  chain: chainSchema,
  functions: z.array(networkFunctionSchema),
});
export type ChainDocument = z.infer<typeof chainDocumentSchema>;

export const chainListEntrySchema = versionedSummarySchema.extend({ chain: chainSchema });
export type ChainListEntry = z.infer<typeof chainListEntrySchema>;

export const chainVersionSchema = versionSchema.extend({
  chainId: idSchema,
  document: chainDocumentSchema,
});
export type ChainVersion = z.infer<typeof chainVersionSchema>;

/** A chain file may hold several chains: each becomes an object of its own. */
export const createdChainsSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    versions: z.array(chainVersionSchema),
    diagnostics: z.array(diagnosticSchema),
  }),
  z.object({ ok: z.literal(false), diagnostics: z.array(diagnosticSchema) }),
]);
export type CreatedChains = z.infer<typeof createdChainsSchema>;

export const writtenChainSchema = writtenSchema(chainVersionSchema);
export type WrittenChain = z.infer<typeof writtenChainSchema>;
