import { z } from "zod";

/**
 * Why a plug-in has no answer. exception: its code raised; missing: it has no such function; answer: what it
 * returned is no answer; time, memory, crash, exit: it was stopped or ended itself; unreachable, refused: its
 * address does not answer or may not be asked.
 */
const pluginFailureKinds = [
  "exception",
  "missing",
  "answer",
  "time",
  "memory",
  "crash",
  "exit",
  "unreachable",
  "refused",
] as const;

/** A failure as people read it. Lines and columns count from 1 in the operator's file. */
export const pluginFailureSchema = z.object({
  kind: z.enum(pluginFailureKinds),
  message: z.string(),
  traceback: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  endColumn: z.int().nullable(),
});
export type PluginFailure = z.infer<typeof pluginFailureSchema>;

/** A failure without a place in a file. */
export const pluginFailure = (kind: PluginFailure["kind"], message: string): PluginFailure => ({
  kind,
  message,
  traceback: null,
  line: null,
  column: null,
  endColumn: null,
});

/** A plug-in failed: an answer about the plug-in, never a fault of the host. */
export class PluginError extends Error {
  override name = "PluginError";
  readonly failure: PluginFailure;
  /** what the plug-in printed before it failed */
  readonly printed: string;

  constructor(failure: PluginFailure, printed = "") {
    super(failure.message);
    this.failure = failure;
    this.printed = printed;
  }
}
