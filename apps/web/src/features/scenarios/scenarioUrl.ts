"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const VIEWS = ["answer", "what-if", "failures", "trade-off"] as const;

/** Everything that one can set on the page of a scenario. */
export const useScenarioUrl = () =>
  useQueryStates(
    {
      /** a stored run; without it and `answer` the newest one, or the engine of the scenario at once */
      placement: parseAsString,
      /** engine whose answer of the browser is shown */
      answer: parseAsString,
      chain: parseAsString,
      /** engine and limit of the next run */
      engine: parseAsString,
      seconds: parseAsInteger,
      /** what-if: changes on top of the shown answer, as `encodeChanges` writes them */
      changes: parseAsString,
      /** node that is chosen on the drawing */
      node: parseAsString,
      view: parseAsStringLiteral(VIEWS).withDefault("answer"),
    },
    { history: "replace" },
  );

export type ScenarioUrl = ReturnType<typeof useScenarioUrl>;
