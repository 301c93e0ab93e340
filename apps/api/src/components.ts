import type { Log } from "./observability/log.ts";

/**
 * A part of the server with a life of its own. `createX(config, deps)` is inert; `start` resolves when it
 * does its work, `stop` when it has let go of everything (sockets, timers, connections) and lost nothing.
 */
export type Component = {
  name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Several as one: started in order, stopped in reverse. */
export const inSequence = (name: string, parts: readonly Component[]): Component => ({
  name,
  async start() {
    for (const part of parts) await part.start();
  },
  async stop() {
    for (const part of parts.toReversed()) await part.stop();
  },
});

/** Starts in order and stops in reverse. A stop that comes while something starts waits for it, and stops it too. */
export function createLifecycle(log: Log) {
  const running: Component[] = [];
  let starting: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  return {
    /** aborts when `stop` is called: what waits for something that may never come listens to it */
    stopping: stopping.signal,

    async start(component: Component): Promise<void> {
      if (stopping.signal.aborted) throw new Error(`${component.name} is not started: the server stops`);
      starting = component.start().then(() => {
        running.push(component);
        log.debug({ component: component.name }, "started");
      });
      await starting;
    },

    /** Safe to call at any time; what cannot be stopped cleanly is logged and does not keep the rest running. */
    async stop(): Promise<void> {
      stopping.abort();
      await starting.catch(() => {});
      for (let component = running.pop(); component; component = running.pop()) {
        try {
          await component.stop();
          log.debug({ component: component.name }, "stopped");
        } catch (error) {
          log.error({ error, component: component.name }, "could not stop cleanly");
        }
      }
    },
  };
}

export type Lifecycle = ReturnType<typeof createLifecycle>;
