import { latencyForms } from "@p4twin/models/latency";
import { unknownPlaces } from "@p4twin/models/program";
import { expectFromCounters, type Predictor, probabilitiesOf, readCounters } from "@p4twin/models/twin";
import type { z } from "zod";
import { notFound } from "../errors.ts";
import type { ReadProgram } from "../programs/readProgram.ts";
import type { branchesInputSchema, branchesSchema } from "./residualSchema.ts";

/** Branch and action probabilities of a program from its counters, and the latency that packets see on average. */
export function createBranches({
  readProgram,
  predictor,
}: {
  readProgram: ReadProgram;
  predictor: Pick<Predictor, "profileOf">;
}) {
  return {
    async branches(input: z.infer<typeof branchesInputSchema>): Promise<z.infer<typeof branchesSchema>> {
      const counts = readCounters(input.counters);
      if (!counts.ok) return { ok: false, diagnostics: counts.error };
      const [program, device] = await Promise.all([
        readProgram(input.program),
        predictor.profileOf(input.device),
      ]);
      if (!program) throw notFound("program", input.program);
      const form = latencyForms.find(({ id }) => id === input.engine);
      const learnt = expectFromCounters({ program, device, counts: counts.value, form });
      const probabilities = probabilitiesOf(learnt.places);
      const unknown = program.walks ? unknownPlaces(program.walks, probabilities) : [];
      const { expected, lowUs, highUs, countedSigmaUs, places, untold } = learnt;
      return {
        ok: true,
        meanUs: expected.meanUs,
        lowUs,
        highUs,
        countedSigmaUs,
        places,
        probabilities,
        untold,
        notes: expected.notes,
        diagnostics: unknown.map((message) => ({
          severity: "warning",
          code: "unknown-place",
          message,
          span: null,
        })),
      };
    },
  };
}
