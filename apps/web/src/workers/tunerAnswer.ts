import {
  type SimulationScenario,
  type TuneGoal,
  type TuneReport,
  type TuneSettings,
  tuneThresholds,
} from "@p4twin/models/control";

export type TunerQuestion = { scenario: SimulationScenario; goal: TuneGoal; settings: TuneSettings };

/** Any number of progress messages, then the map or a failure. */
export type TunerReply =
  | { kind: "progress"; fraction: number }
  | { kind: "map"; report: TuneReport }
  | { kind: "failure"; message: string };

/** Simulates every pair of thresholds. */
export function answerTuning(
  { scenario, goal, settings }: TunerQuestion,
  reply: (message: TunerReply) => void,
): void {
  try {
    const report = tuneThresholds(scenario, goal, settings, (fraction) =>
      reply({ kind: "progress", fraction }),
    );
    reply({ kind: "map", report });
  } catch (error) {
    reply({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
  }
}
