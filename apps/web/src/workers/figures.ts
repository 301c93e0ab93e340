import { loadSolver } from "./loadSolver.ts";
import { answerFigure, type FigureQuestion } from "./studyFigures.ts";

self.onmessage = (event: MessageEvent<FigureQuestion>) =>
  answerFigure(event.data, { load: loadSolver, nowMs: () => performance.now() }, (message) =>
    self.postMessage(message),
  );
