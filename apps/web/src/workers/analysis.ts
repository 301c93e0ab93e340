import { answerQuestions } from "./answerQuestions.ts";
import { createProgramAnalysis } from "./programAnalysis.ts";

answerQuestions(self, createProgramAnalysis());
