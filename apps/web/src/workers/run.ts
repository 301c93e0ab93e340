import { answerQuestions } from "./answerQuestions.ts";
import { answerRun } from "./run/answerRun.ts";

answerQuestions(self, answerRun);
