import { answerTuning, type TunerQuestion } from "./tunerAnswer.ts";

self.onmessage = (event: MessageEvent<TunerQuestion>) =>
  answerTuning(event.data, (message) => self.postMessage(message));
