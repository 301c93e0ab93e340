import { answerQuestions } from "./answerQuestions.ts";
import { browserEngines } from "./browserEngines.ts";
import { askEngines, type EngineMessage, type PlacementQuestion } from "./placementAnswers.ts";

const tools = { engines: browserEngines, nowMs: () => performance.now() };
answerQuestions(self, (question: PlacementQuestion, tell: (message: EngineMessage) => void) =>
  askEngines(question, tools, tell),
);
