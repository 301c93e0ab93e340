import { browserEngines } from "./browserEngines.ts";
import { answerStudy, type StudyQuestion } from "./whatIfStudy.ts";

self.onmessage = (event: MessageEvent<StudyQuestion>) =>
  answerStudy(event.data, { engines: browserEngines, nowMs: () => performance.now() }, (message) =>
    self.postMessage(message),
  );
