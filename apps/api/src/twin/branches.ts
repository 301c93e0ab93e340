import { unknownEngine } from "@p4twin/models/engine";
import { unknownPlaces } from "@p4twin/models/program";
import { expectFromCounters, type Predictor, probabilitiesOf, readCounters } from "@p4twin/models/twin";
import type { z } from "zod";
import { builtIn } from "../engines/builtIn.ts";
import { DomainError, notFound } from "../errors.ts";
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
      const expect = builtIn.estimator(input.engine)?.expect;
      if (!expect)
        throw new DomainError("bad_input", unknownEngine(input.engine, "expects", builtIn.entries));
      const counts = readCounters(input.counters);
      if (!counts.ok) return { ok: false, diagnostics: counts.error };
      const [program, device] = await Promise.all([
        readProgram(input.program),
        predictor.profileOf(input.device),
      ]);
      if (!program) throw notFound("program", input.program);
      const learnt = expectFromCounters({
        program,
        counts: counts.value,
        expect: (probabilities) => expect({ program, device, probabilities }),
      });
      const probabilities = probabilitiesOf(learnt.places);
      const unknown = program.walks ? unknownPlaces(program.walks, probabilities) : [];
      const { expected, lowUs, highUs, packet, countedSigmaUs, places, uncounted } = learnt;
      return {
        ok: true,
        meanUs: expected.meanUs,
        lowUs,
        highUs,
        packet,
        countedSigmaUs,
        places,
        probabilities,
        uncounted,
        untold: uncounted,
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
