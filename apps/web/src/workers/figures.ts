import { answerQuestions } from "./answerQuestions.ts";
import { loadSolver } from "./loadSolver.ts";
import { computeFigure, type FigureQuestion } from "./studyFigures.ts";

const tools = { load: loadSolver, nowMs: () => performance.now() };
answerQuestions(self, (question: FigureQuestion, onProgress: (fraction: number) => void) =>
  computeFigure(question, tools, onProgress),
);
