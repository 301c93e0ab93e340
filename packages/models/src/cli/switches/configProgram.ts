import { type CheckedProgram, checkP4 } from "../../p4/index.ts";
import { CODE, SwitchError } from "../../switch/index.ts";

/** The program of a device config, in one text without includes of its own; throws INVALID_ARGUMENT with its place. */
export function configProgram(text: string): CheckedProgram {
  const checked = checkP4({ file: "device-config.p4", text });
  const first = checked.diagnostics.find(({ severity }) => severity === "error");
  if (!first) return checked;
  const place = first.span ? `line ${first.span.line} of the device config: ` : "the device config: ";
  throw new SwitchError(CODE.invalidArgument, `${place}${first.message}`);
}
