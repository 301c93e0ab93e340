import { type Diagnostic, err, ok, type Result } from "../core/index.ts";
import type { CheckedProgram } from "../p4/index.ts";
import { BpfSwitch } from "./bpf/switch.ts";
import { UnsupportedError } from "./compile/scope.ts";
import { PnaSwitch } from "./pna/switch.ts";
import { PsaSwitch } from "./psa/switch.ts";
import type { RunOptions, Target } from "./target.ts";
import { TnaSwitch } from "./tna/switch.ts";
import { V1Switch } from "./v1model/switch.ts";

/** A switch with a program without errors; what it cannot run is a diagnostic with its place. */
export function createSwitch(checked: CheckedProgram, options: RunOptions = {}): Result<Target, Diagnostic> {
  try {
    return ok(switchFor(checked, options));
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    return err({ severity: "error", code: "run-unsupported", message: error.message, span: error.span });
  }
}

/** The same; what it cannot run is an `UnsupportedError`. */
export function switchFor(checked: CheckedProgram, options: RunOptions): Target {
  switch (checked.architecture?.definition.id) {
    case "v1model":
      return new V1Switch(checked, options);
    case "psa":
      return new PsaSwitch(checked, options);
    case "pna":
      return new PnaSwitch(checked, options);
    case "tna":
    case "t2na":
      return new TnaSwitch(checked, options);
    case "ebpf":
    case "ubpf":
    case "xdp":
      return new BpfSwitch(checked, options);
    default:
      throw new UnsupportedError(
        "only programs for v1model, PSA, PNA, TNA, eBPF, uBPF and XDP can be run yet",
        null,
      );
  }
}

/** What `hasListedPaths` holds for, for people. */
export const WITH_LISTED_PATHS = "programs for v1model, PSA, PNA and TNA";

/** Whether a pass through the program is one of the paths that the analysis lists, with their counts. */
export const hasListedPaths = ({ architecture }: CheckedProgram): boolean =>
  ["v1model", "psa", "pna", "tna", "t2na"].includes(architecture?.definition.id ?? "");
