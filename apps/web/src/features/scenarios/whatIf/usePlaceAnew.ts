"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { type Change, liveProblem } from "@p4twin/models/placement";
import { toast } from "@p4twin/ui";
import { useEffect, useRef, useState } from "react";
import type { EngineMessage } from "@/workers/placementAnswers.ts";
import { QUICK_ENGINE } from "../browserRuns.ts";
import { placeAll } from "../studies/layoutChanges.ts";
import { createPlacementClient } from "../useBrowserAnswers.ts";
import { changesProblem } from "./changeList.ts";
import type { WhatIfControls } from "./useWhatIf.ts";

const LIMIT_S = 10;

/**
 * Lets an engine of the browser place all chains of the changed question anew: `start` sets the given changes
 * and, when the engine has answered, the new places with them.
 */
export function usePlaceAnew({ predict, set }: WhatIfControls, profiles: readonly DeviceProfile[]) {
  const worker = useRef<ReturnType<typeof createPlacementClient> | null>(null);
  const [busy, setBusy] = useState(false);
  const end = (): void => {
    worker.current?.stop();
    worker.current = null;
    setBusy(false);
  };
  useEffect(() => () => worker.current?.stop(), []);

  const start = (changes: readonly Change[]): void => {
    if (!predict) return;
    worker.current?.stop();
    setBusy(true);
    const asked = changes.filter(changesProblem);
    const problem = liveProblem(predict(asked).state);
    const question = { problem, profiles, engines: [QUICK_ENGINE], timeLimitS: LIMIT_S };
    const onProgress = (message: EngineMessage): void => {
      if (message.kind === "failure") toast.error(message.message);
      if (message.kind !== "answer") return;
      const { placement } = message.answer;
      set([...asked, ...placeAll(placement)]);
      if (placement.rejected.length > 0) toast.error(`No place for ${placement.rejected.join(", ")}`);
    };
    const client = createPlacementClient();
    worker.current = client;
    client.ask(question, { onProgress }).then(end, (error: Error) => {
      toast.error(error.message);
      end();
    });
  };
  return { busy, start };
}
