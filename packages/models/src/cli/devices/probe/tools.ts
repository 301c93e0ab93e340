import { spawn } from "node:child_process";
import { inputError } from "../../errors.ts";

export type Said = { status: number | null; out: string; err: string };

/** Our choice: what a tool may say. */
const MOST_SAID = 4 * 1024 * 1024;

/** Runs a tool to its end. A tool that is not there is an InputError with the `remedy`. */
export function runTool(
  [command = "", ...args]: readonly string[],
  remedy: string,
  {
    input = "",
    limitMs = 60_000,
    env = process.env,
  }: { input?: string; limitMs?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, timeout: limitMs, killSignal: "SIGKILL" });
    const said = { out: "", err: "" };
    const heard = (where: "out" | "err") => (data: Buffer) => {
      if (said[where].length < MOST_SAID) said[where] += data.toString();
    };
    child.stdout.on("data", heard("out"));
    child.stderr.on("data", heard("err"));
    child.stdin.on("error", () => undefined);
    child.on("error", (error) =>
      reject(inputError(command, "tool", `cannot be started (${error.message}): ${remedy}`)),
    );
    child.on("close", (status) => resolve({ status, ...said }));
    child.stdin.end(input);
  });
}

/** Last line that a tool said, for messages. */
export const lastLine = ({ out, err }: Said): string =>
  `${out}\n${err}`.trim().split("\n").at(-1) || "it said nothing";
