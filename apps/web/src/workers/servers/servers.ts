import { answerQuestions } from "../answerQuestions.ts";
import { createServerAnswers } from "./serverAnswers.ts";

answerQuestions(self, createServerAnswers());
