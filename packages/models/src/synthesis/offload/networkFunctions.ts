import { z } from "zod";
import { libraryFiles } from "../../../library/index.ts";
import { assert, checkShape, readDocument } from "../../core/index.ts";

const schema = z.strictObject({
  work: z.string().min(1),
  source: z.string().min(1),
  functions: z.array(
    z.strictObject({
      id: z.string().min(1),
      title: z.string().min(1),
      offload: z.enum(["yes", "hybrid", "partial", "no"]),
    }),
  ),
});

/** A kind of network function and whether hardware can do it, as the thesis judges it. */
export type NetworkFunction = z.infer<typeof schema>["functions"][number];

/**
 * Thesis Table 8.1. A judgement of kinds: what a given function can leave to a given target, `offloadability` tells.
 */
export function networkFunctions(): NetworkFunction[] {
  const path = "metron/network-functions.json";
  const { value } = checkShape(readDocument(libraryFiles[path] ?? "", path), schema, "a library file");
  assert(value !== null, `library file ${path} is valid`);
  return value.functions;
}
