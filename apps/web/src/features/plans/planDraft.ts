import { libraryFunctions } from "@p4twin/models/chain";
import { type Diagnostic, formatDiagnostic } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import { checkProblem, createCatalogue, type Problem } from "@p4twin/models/placement";

/** What one plans for: the part of a problem file that `plan` reads. */
export type PlanDraft = Pick<Problem, "deviceTypes" | "workload" | "functions" | "options"> &
  Pick<Partial<Problem>, "required">;

/** The four device types of the thesis, and a few functions to begin with. */
export const EXAMPLE: PlanDraft = {
  deviceTypes: ["cpu", "npu", "fpga", "asic"].map((profile) => ({ profile })),
  workload: [
    { function: "fw", gbps: 1, count: 20 },
    { function: "nat", gbps: 1, count: 20 },
    { function: "lb", gbps: 1, count: 10 },
  ],
  functions: [],
  options: { sharing: false, objective: { cost: 1 }, linkDirection: "full-duplex" },
};

/** The draft as it stands in the address: JSON without what is empty. */
export function encodeDraft({ deviceTypes, workload, functions, options, required }: PlanDraft): string {
  return JSON.stringify({
    deviceTypes,
    workload,
    options,
    ...(functions.length > 0 ? { functions } : {}),
    ...(required ? { required } : {}),
  });
}

export type ReadDraft =
  | { draft: PlanDraft; problem: Problem; errors: null }
  | { draft: null; errors: string[] };

/** A draft from JSON (the address) or from a problem file that was read; errors with place and remedy. */
export function readDraft(value: unknown, profiles: readonly DeviceProfile[]): ReadDraft {
  const catalogue = createCatalogue(profiles, libraryFunctions());
  const { problem, diagnostics } = checkProblem(value, catalogue);
  if (!problem) return { draft: null, errors: diagnostics.map((d: Diagnostic) => formatDiagnostic(d)) };
  const { deviceTypes, workload, functions, options, required } = problem;
  const draft = { deviceTypes, workload, functions, options, ...(required ? { required } : {}) };
  return { draft, problem, errors: null };
}

/** A longer plan in an address is not read: it would hold up the page (our choice). */
const MAX_ADDRESS = 64_000;

/** What the address holds; null when there is nothing in it. */
export function decodeDraft(text: string | null, profiles: readonly DeviceProfile[]): ReadDraft | null {
  if (text === null) return null;
  if (text.length > MAX_ADDRESS)
    return {
      draft: null,
      errors: ["The plan in this address is too long. Open it from a problem file instead."],
    };
  try {
    return readDraft(JSON.parse(text), profiles);
  } catch {
    return {
      draft: null,
      errors: ["The address does not contain JSON. Open the page again, or copy the whole link."],
    };
  }
}
