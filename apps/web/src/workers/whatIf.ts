import { answerQuestions } from "./answerQuestions.ts";
import { browserEngines } from "./browserEngines.ts";
import { answerStudy, type StudyProgress, type StudyQuestion } from "./whatIfStudy.ts";

const tools = { engines: browserEngines, nowMs: () => performance.now() };
answerQuestions(self, (question: StudyQuestion, onProgress: (progress: StudyProgress) => void) =>
  answerStudy(question, tools, onProgress),
);
