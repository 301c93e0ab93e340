import { spawnPythonChild } from "../../src/cli/engines/pythonEngine/spawnPythonChild.ts";
import type { SandboxPort } from "../../src/engine/index.ts";

/**
 * Interpreters as the command line starts them, but one process for all of a file's tests, one after the other: an
 * interpreter takes longer to load than all that they ask of it. That a run has one of its own is shown by
 * `pythonEngine/attacks.test.ts`.
 */
export function sharePython() {
  let process: SandboxPort | null = null;
  let isReady = false;
  let hear: (message: unknown) => void = () => {};
  let fail: (error: Error) => void = () => {};

  const open = (): SandboxPort => {
    const opened = spawnPythonChild();
    opened.onMessage((message) => {
      if ((message as { kind: string }).kind === "ready") isReady = true;
      hear(message);
    });
    opened.onFailure((error) => fail(error));
    return opened;
  };

  return {
    start(): SandboxPort {
      process ??= open();
      const { post } = process;
      return {
        post,
        onMessage(listener) {
          hear = listener;
          if (isReady) listener({ kind: "ready" });
        },
        onFailure(listener) {
          fail = listener;
        },
        terminate() {},
      };
    },
    stop: () => process?.terminate(),
  };
}
