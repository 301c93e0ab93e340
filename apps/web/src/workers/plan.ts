import { answerQuestions } from "./answerQuestions.ts";
import { loadSolver } from "./loadSolver.ts";
import { type PlanQuestion, planChecked } from "./planAnswer.ts";

const tools = { load: loadSolver, nowMs: () => performance.now() };
answerQuestions(self, (question: PlanQuestion) => planChecked(question, tools));
