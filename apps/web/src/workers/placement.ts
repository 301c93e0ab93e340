import { browserEngines } from "./browserEngines.ts";
import { answerPlacement, type PlacementQuestion } from "./placementAnswers.ts";

self.onmessage = (event: MessageEvent<PlacementQuestion>) =>
  answerPlacement(event.data, { engines: browserEngines, nowMs: () => performance.now() }, (message) =>
    self.postMessage(message),
  );
