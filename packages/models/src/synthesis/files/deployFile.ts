import type { Diagnostic } from "../../core/index.ts";
import type { SourceText } from "../../p4/index.ts";
import type { SynthesiseOptions } from "../classes/synthesise.ts";
import type { ReadChainFile } from "../input/parseServiceChain.ts";
import { simulateFile } from "../metron/simulateFile.ts";
import type { MetronTimeline } from "../metron/timeline.ts";
import { parseOffloadFile } from "../offload/offloadFile.ts";
import { offloadReport } from "../offload/offloadReport.ts";
import { placeableChain } from "../offload/placeableChain.ts";
import { planOffload } from "../offload/planOffload.ts";
import type { OffloadReport } from "../offload/reportSchema.ts";
import { cutDiagnostics } from "../output/report.ts";
import { synthesiseFile } from "./synthesiseFile.ts";

/** Our choice: load of a chain whose file has no scenario. */
const DEFAULT_GBPS = 1;

/** A placed chain; `timeline` is null without a scenario. */
export type DeployedFile = {
  report: OffloadReport;
  timeline: MetronTimeline | null;
  /** the parts as a chain of the placement, with the greatest load of the scenario */
  placeable: ReturnType<typeof placeableChain>;
  diagnostics: readonly Diagnostic[];
};

/**
 * Reads an offload file, synthesises the chain that it names, and places it. Null `deployed` with every reason.
 * @param readChain the chain by the name that the file has for it, `lib:NAME` or a file
 * @param readFile what that chain names in turn
 */
export function deployFile(
  { file, text }: SourceText,
  readChain: ReadChainFile,
  readFile: ReadChainFile,
  options: SynthesiseOptions & { gbps?: number | undefined } = {},
): { deployed: DeployedFile | null; diagnostics: readonly Diagnostic[] } {
  const failed = (diagnostics: readonly Diagnostic[]) => ({ deployed: null, diagnostics });
  const { value, diagnostics } = parseOffloadFile(text, file);
  if (value === null) return failed(diagnostics);
  const chain = readChain(value.chain);
  if (chain === null)
    return failed([
      problem(
        "offload-no-chain",
        `the chain ${value.chain} was not given: give its file together with the offload file, or name a chain of the library as lib:NAME`,
      ),
    ]);
  const made = synthesiseFile(chain, readFile, options);
  if (made.synthesis === null) return failed(made.diagnostics);
  const { synthesis } = made;
  const { cores, threshold, seed, server, network } = value;
  const asked = { cores, threshold, seed, server };
  const plan = planOffload(synthesis, network, asked);
  if (plan.status === "refused")
    return failed(
      plan.reasons.map((reason) => problem("offload-refused", `the chain cannot be placed: ${reason}`)),
    );
  const name = value.name ?? value.chain;
  const gbps = options.gbps ?? Math.max(...(value.scenario?.load.map((l) => l.gbps) ?? [DEFAULT_GBPS]));
  const warnings = [...diagnostics, ...made.diagnostics, ...cutDiagnostics(synthesis.cuts)];
  const deployed = {
    report: offloadReport(name, synthesis, network, asked, plan),
    timeline: simulateFile(value, synthesis, plan, asked),
    placeable: placeableChain(name, synthesis, plan, { gbps }),
    diagnostics: warnings,
  };
  return { deployed, diagnostics: warnings };
}

const problem = (code: string, message: string): Diagnostic => ({
  severity: "error",
  code,
  message,
  span: null,
});
