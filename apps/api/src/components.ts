import type { Log } from "./observability/log.ts";

/**
 * A part of the server with a life of its own. `createX(config, deps)` is inert; `start` resolves when it does its work,
 * `stop` when it has let go of everything (sockets, timers, connections) and lost nothing.
 */
export type Component = {
  name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts in order and stops in reverse; when one cannot start, those before it are stopped and the error is thrown. */
export function createLifecycle(log: Log) {
  const running: Component[] = [];

  const stop = async (): Promise<void> => {
    for (let component = running.pop(); component; component = running.pop()) {
      try {
        await component.stop();
        log.debug({ component: component.name }, "stopped");
      } catch (error) {
        log.error({ error, component: component.name }, "could not stop cleanly");
      }
    }
  };

  return {
    async start(component: Component): Promise<void> {
      try {
        await component.start();
        running.push(component);
        log.debug({ component: component.name }, "started");
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
  };
}

export type Lifecycle = ReturnType<typeof createLifecycle>;
