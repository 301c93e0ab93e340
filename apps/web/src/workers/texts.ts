import { answerQuestions } from "./answerQuestions.ts";
import { readText } from "./readText.ts";

answerQuestions(self, readText);
