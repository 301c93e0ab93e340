import { z } from "zod";
import { type PluginFailure, pluginFailure, pluginFailureSchema } from "../plugin/pluginFailure.ts";

/** What the sandbox runs: the operator's file, and the function to call with its arguments as JSON text. */
export type PythonTask = {
  call: "check" | "estimate" | "place";
  file: string;
  source: string;
  arguments: string;
};

/** How a run ended. `functions`: those that the file defines. */
export type PythonReply =
  | { ok: true; functions: ("estimate" | "place")[]; answer: unknown; printed: string }
  | { ok: false; failure: PluginFailure; printed: string };

/** Messages of the sandbox: it is ready, it answered, or the interpreter broke. */
export const sandboxMessageSchema = z.union([
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("reply"), text: z.string() }),
  z.object({ kind: z.literal("broken"), message: z.string() }),
]);

const replySchema = z.union([
  z.object({ failure: pluginFailureSchema, printed: z.string() }),
  z.object({
    functions: z.array(z.enum(["estimate", "place"])),
    printed: z.string(),
    answer: z.unknown(),
  }),
]);

/** Reads the text that came out of the sandbox, in which the operator's code ran: nothing of it is taken on trust. */
export function readPythonReply(text: string): PythonReply {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const parsed = replySchema.safeParse(value);
  if (!parsed.success) {
    const failure = pluginFailure("crash", "the engine damaged the interpreter it runs in");
    return { ok: false, failure, printed: "" };
  }
  return "failure" in parsed.data ? { ok: false, ...parsed.data } : { ok: true, ...parsed.data };
}
