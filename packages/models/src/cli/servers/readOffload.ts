import { formatDiagnostic } from "../../core/index.ts";
import { cutDiagnostics, parseOffloadFile, planOffload, synthesise } from "../../synthesis/index.ts";
import { type ExitCode, exitCode } from "../command.ts";
import { InputError } from "../errors.ts";
import { readChain } from "../input/readChain.ts";
import { libraryPrefix, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";

/**
 * An offload file with its chain synthesised and placed, or the exit code behind what was told on standard error: the
 * chain cannot be synthesised or placed. Throws an `InputError` for a file that is wrong.
 */
export async function readOffload(io: Io, name: string) {
  const { file, text } = await readInput(io, name, { folder: "metron/chains", extensions: [".yaml"] });
  const { value, diagnostics } = parseOffloadFile(text, file);
  if (value === null) throw new InputError(file, diagnostics);
  const { graph } = await readChain(io, besides(name, value.chain));
  const synthesis = synthesise(graph, { signal: io.signal });
  const failed = (exit: ExitCode) => ({ exit }) as const;
  if (!("classes" in synthesis)) {
    for (const d of synthesis.diagnostics) io.stderr(`${formatDiagnostic(d, value.chain)}\n`);
    return failed(synthesis.status === "invalid" ? exitCode.badInput : exitCode.no);
  }
  for (const d of cutDiagnostics(synthesis.cuts)) io.stderr(`${formatDiagnostic(d, value.chain)}\n`);
  const { cores, threshold, seed, server, network } = value;
  const options = { cores, threshold, seed, server };
  const plan = planOffload(synthesis, network, options);
  if (plan.status === "refused") {
    for (const reason of plan.reasons) io.stderr(`${file}: cannot be placed: ${reason}\n`);
    return failed(exitCode.no);
  }
  return { file, value, synthesis, options, plan };
}

/** A chain file beside the offload file, or of the library. */
const besides = (offloadFile: string, chain: string): string =>
  chain.startsWith(libraryPrefix) || chain.startsWith("/") || offloadFile.startsWith(libraryPrefix)
    ? chain
    : offloadFile.slice(0, offloadFile.lastIndexOf("/") + 1) + chain;
