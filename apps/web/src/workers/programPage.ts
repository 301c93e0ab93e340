import { answerQuestions } from "./answerQuestions.ts";
import { createProgramSession } from "./program/programSession.ts";

answerQuestions(self, createProgramSession());
