"use client";
import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import { createCatalogue, decodeChanges } from "@p4twin/models/placement";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { describeError } from "@/lib/describeError.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { QUICK_ENGINE } from "../browserRuns.ts";
import { useBrowserAnswers } from "../useBrowserAnswers.ts";
import { usePlacement } from "../usePlacementRun.ts";
import { createPredictor, type Prediction } from "../whatIf/predict.ts";
import type { Side } from "./compareUrl.ts";

const LIMIT_S = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

export type ComparedSide = {
  side: Side;
  version: RouterOutputs["scenarios"]["get"] | null;
  prediction: Prediction | null;
  /** engine and status of the answer underneath, and how many changes stand on top */
  answer: { engine: string; status: string; changeCount: number } | null;
  /** why there is nothing to show; null while it loads or when all is well */
  failure: string | null;
};

/** Everything about one side of a comparison; null asks nothing. */
export function useSide(side: Side | null, profiles: readonly DeviceProfile[] | null): ComparedSide | null {
  const trpc = useTRPC();
  const ask = { enabled: side !== null };
  const versionId = side?.versionId ?? "";
  const version = useQuery(trpc.scenarios.get.queryOptions({ versionId }, ask));
  const problem = useQuery(trpc.placements.problem.queryOptions({ versionId }, ask));
  const isStored = side !== null && UUID.test(side.answer);
  const record = usePlacement(isStored ? side.answer : null);
  const engine = side?.answer || QUICK_ENGINE;
  const { runs } = useBrowserAnswers(
    useMemo(
      () =>
        !isStored && problem.data && profiles
          ? { problem: problem.data, profiles, engines: [engine], timeLimitS: LIMIT_S }
          : null,
      [isStored, problem.data, profiles, engine],
    ),
  );
  const [run] = runs;
  const asked = isStored ? (record.data?.problem ?? null) : (problem.data ?? null);
  const placement = isStored ? (record.data?.result ?? null) : (run?.answer?.placement ?? null);
  const text = side?.changes ?? "";
  const decoded = useMemo(() => decodeChanges(text), [text]);
  const prediction = useMemo(() => {
    if (!asked || !placement || !profiles) return null;
    const catalogue = createCatalogue(profiles, libraryFunctions());
    return createPredictor(asked, placement, catalogue)(decoded.ok ? decoded.value : []);
  }, [asked, placement, profiles, decoded]);
  if (side === null) return null;
  const error = version.error ?? problem.error ?? record.error;
  const failure =
    (error && describeError(error).what) ||
    (decoded.ok ? null : `The changes in this address cannot be read: ${decoded.error}.`) ||
    run?.failure ||
    (run?.state === "stopped" ? `${engine} found nothing within ${LIMIT_S} s.` : null) ||
    null;
  return {
    side,
    version: version.data ?? null,
    prediction,
    answer: placement && {
      engine: placement.engine,
      status: placement.status,
      changeCount: decoded.ok ? decoded.value.length : 0,
    },
    failure,
  };
}
