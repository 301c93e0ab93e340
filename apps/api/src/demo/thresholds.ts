import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { createFollower } from "../shared/follower.ts";
import type { DemoService } from "./service.ts";

type Deps = {
  deployments(): Promise<readonly { segments: readonly { id: string; plUs: number; dlUs: number }[] }[]>;
  everyMs: number;
  log: Log;
};

/** Keeps the thresholds of the emulated switches those of the deployments. */
export const createDemoThresholds = (
  demo: Pick<DemoService, "setThresholds">,
  { deployments, everyMs, log }: Deps,
): Component & { poke(): void } =>
  createFollower("thresholds of the demo", {
    async follow() {
      for (const { segments } of await deployments())
        for (const { id, plUs, dlUs } of segments) demo.setThresholds(id, plUs, dlUs);
    },
    everyMs,
    log,
  });
