import type { DeviceProfile } from "@p4twin/models/device";
import type { PythonHost } from "@p4twin/models/engine";
import type { References } from "@/workers/engineReferences.ts";
import type { TrialOutcome } from "./trial.ts";

/** Seconds that a trial may take (our choice: somebody is waiting for it). */
export const TRIAL_LIMIT_S = 20;
/** What tracebacks call the file. */
const FILE = "engine.py";

type Asked = {
  source: string;
  references: References;
  /** the device of an estimate */
  device: DeviceProfile | undefined;
  profiles: readonly DeviceProfile[];
  signal: AbortSignal;
  /** the interpreter is there, and the file begins */
  onStart: () => void;
};

/** Runs a Python engine in this browser on what the built-in ones were asked. Rejects with the signal's reason. */
export async function runPython(
  python: PythonHost,
  { source, references, device, profiles, signal, onStart }: Asked,
): Promise<TrialOutcome> {
  // models are large: the page comes without them
  const { createPluginEngine, isEstimator, isPlacementSolver, PluginError, pythonPluginHost } = await import(
    "@p4twin/models/engine"
  );
  const { createCatalogue } = await import("@p4twin/models/placement");
  const { libraryFunctions } = await import("@p4twin/models/chain");
  let printed = "";
  let started = performance.now();
  const listening: PythonHost = {
    ...python,
    async run(task, control) {
      const begin = (): void => {
        started = performance.now();
        control.onStart?.();
        onStart();
      };
      const reply = await python.run(task, { ...control, onStart: begin });
      printed = reply.printed;
      return reply;
    },
  };
  const as = { id: "this engine", title: "this engine", estimates: true, places: true };
  const engine = createPluginEngine(as, pythonPluginHost(listening, FILE, source));
  const options = { timeLimitS: TRIAL_LIMIT_S, signal, nowMs: () => performance.now() };
  try {
    if (references.call === "estimate" && device && isEstimator(engine)) {
      const report = await engine.estimate(references.program, device, options);
      const tookMs = performance.now() - started;
      return { kind: "estimate", report, references: references.reports, printed, tookMs };
    }
    if (references.call === "place" && isPlacementSolver(engine)) {
      const catalogue = createCatalogue(profiles, libraryFunctions());
      const placement = await engine.place(references.problem, { ...options, catalogue });
      const tookMs = performance.now() - started;
      return { kind: "place", placement, references: references.placements, printed, tookMs };
    }
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    return { kind: "failed", failure: error.failure, printed: printed || error.printed };
  }
  throw new Error("The question does not fit the engine.");
}
