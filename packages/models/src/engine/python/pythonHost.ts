import type { WorkerPort } from "../../core/index.ts";
import type { PluginControl, PluginHost } from "../plugin/pluginEngine.ts";
import { PluginError, pluginFailure } from "../plugin/pluginFailure.ts";
import { argumentsOf } from "../plugin/pluginRequest.ts";
import { type PythonReply, type PythonTask, readPythonReply, sandboxMessageSchema } from "./pythonReply.ts";

/**
 * A process or worker with one sandbox in it, whatever the platform. What it says is read with `sandboxMessageSchema`:
 * the operator's code runs in there.
 */
export type SandboxPort = WorkerPort<PythonTask, unknown>;

/** Seconds until a sandbox has to be ready (our choice: loading takes about one on an idle machine). */
const START_LIMIT_S = 90;
const MS_PER_S = 1_000;
/** A sandbox that ends before it has an engine is begun again once: the memory that it started from may be damaged. */
const STARTS = 2;

export type PythonHost = {
  /** Runs a file once, in an interpreter that nobody used before. Never rejects but with the signal's reason. */
  run(task: PythonTask, control: PluginControl): Promise<PythonReply>;
  /** Loads the next interpreter ahead of its use. */
  warmUp(): void;
  stop(): void;
};

/**
 * Runs Python engines in sandboxes that `spawn` starts, each for one run. One is kept ready
 * (`keepsOneReady`), so that a run does not wait for an interpreter to load. What outlives its limit is ended
 * from outside: nothing inside has a say in it.
 */
export function createPythonHost(
  spawn: () => SandboxPort,
  { keepsOneReady }: { keepsOneReady: boolean },
): PythonHost {
  let spare: Sandbox | null = null;
  const take = (): Sandbox => {
    const taken = spare?.isAlive() ? spare : openSandbox(spawn);
    spare = null;
    return taken;
  };
  const warmUp = (): void => {
    if (!spare?.isAlive()) spare = openSandbox(spawn);
  };
  return {
    warmUp,
    stop() {
      spare?.end();
      spare = null;
    },
    async run(task, control) {
      control.signal?.throwIfAborted();
      const sandbox = take();
      try {
        return await sandbox.run(task, control);
      } finally {
        sandbox.end();
        if (keepsOneReady) warmUp();
      }
    },
  };
}

/** A Python file as the host of a plug-in. `file` is what tracebacks call it. */
export const pythonPluginHost = (python: PythonHost, file: string, source: string): PluginHost => ({
  async call(request, control) {
    const task: PythonTask = {
      call: request.call,
      file,
      source,
      arguments: JSON.stringify(argumentsOf(request)),
    };
    const reply = await python.run(task, control);
    if (!reply.ok) throw new PluginError(reply.failure, reply.printed);
    return reply.answer;
  },
});

type Sandbox = {
  isAlive(): boolean;
  run(task: PythonTask, control: PluginControl): Promise<PythonReply>;
  end(): void;
};

function openSandbox(spawn: () => SandboxPort): Sandbox {
  let port: SandboxPort;
  let starts = 0;
  let alive = true;
  let isReady = false;
  let onReady: () => void = () => {};
  let onReply: (reply: PythonReply) => void = () => {};
  let broken: PythonReply | null = null;
  const fail = (message: string): void => {
    if (alive && !isReady && starts < STARTS) {
      port.terminate();
      begin();
      return;
    }
    alive = false;
    broken = { ok: false, failure: pluginFailure("crash", message), printed: "" };
    onReply(broken);
  };
  const hear = (raw: unknown): void => {
    const message = sandboxMessageSchema.safeParse(raw);
    if (!message.success) fail("the engine damaged the interpreter it runs in");
    else if (message.data.kind === "broken") fail(message.data.message);
    else if (message.data.kind === "reply") onReply(readPythonReply(message.data.text));
    else {
      isReady = true;
      onReady();
    }
  };
  const begin = (): void => {
    starts++;
    const begun = spawn();
    port = begun;
    // of one that was begun again, nothing more is heard
    begun.onFailure((error) => {
      if (port === begun) fail(error.message);
    });
    begun.onMessage((raw) => {
      if (port === begun) hear(raw);
    });
  };
  begin();
  return {
    isAlive: () => alive,
    end() {
      alive = false;
      port.terminate();
    },
    run: (task, { timeLimitS, signal, onStart }) =>
      new Promise((resolve, reject) => {
        const settle = (how: () => void): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
          how();
        };
        const late = (message: string) => () =>
          settle(() => resolve({ ok: false, failure: pluginFailure("time", message), printed: "" }));
        const onAbort = (): void => settle(() => reject(signal?.reason));
        let timer = setTimeout(
          late(`Python was not ready within ${START_LIMIT_S} s: the machine is busy, try again`),
          START_LIMIT_S * MS_PER_S,
        );
        signal?.addEventListener("abort", onAbort, { once: true });
        onReply = (reply) => settle(() => resolve(reply));
        if (broken) return onReply(broken);
        onReady = () => {
          clearTimeout(timer);
          timer = setTimeout(
            late(`the engine had no answer within ${timeLimitS} s and was stopped`),
            timeLimitS * MS_PER_S,
          );
          onStart?.();
          port.post(task);
        };
        if (isReady) onReady();
      }),
  };
}
