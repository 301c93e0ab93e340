import { answerQuestions } from "./answerQuestions.ts";
import { answerLayout } from "./layoutQuestion.ts";

/**
 * The layout worker of every drawing: ask it a `LayoutQuestion` through `useLayout` (lib) or
 * `useWorkerAnswer`; the answer is a `GraphLayout` for the `layout` property of FlowGraph or TopologyCanvas.
 */
answerQuestions(self, answerLayout);
