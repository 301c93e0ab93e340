import {
  type SimulationScenario,
  type TuneGoal,
  type TuneSettings,
  tuneThresholds,
} from "@p4twin/models/control";
import { answerQuestions } from "./answerQuestions.ts";

export type TunerQuestion = { scenario: SimulationScenario; goal: TuneGoal; settings: TuneSettings };

/** Simulates every pair of thresholds; tells how much of it is done, 0..1. */
answerQuestions(self, ({ scenario, goal, settings }: TunerQuestion, onProgress: (fraction: number) => void) =>
  tuneThresholds(scenario, goal, settings, onProgress),
);
