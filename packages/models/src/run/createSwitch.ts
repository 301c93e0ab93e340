import { type Diagnostic, err, ok, type Result } from "../core/index.ts";
import type { CheckedProgram } from "../p4/index.ts";
import { UnsupportedError } from "./compile/scope.ts";
import { type RunOptions, V1Switch } from "./v1model/switch.ts";

/** A switch with a program without errors; what it cannot run is a diagnostic with its place. */
export function createSwitch(
  checked: CheckedProgram,
  options: RunOptions = {},
): Result<V1Switch, Diagnostic> {
  try {
    return ok(new V1Switch(checked, options));
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    return err({ severity: "error", code: "run-unsupported", message: error.message, span: error.span });
  }
}
