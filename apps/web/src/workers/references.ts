import { answerQuestions } from "./answerQuestions.ts";
import { engineReferences } from "./engineReferences.ts";

answerQuestions(self, (question: Parameters<typeof engineReferences>[0]) =>
  engineReferences(question, () => performance.now()),
);
