import { browserEngine } from "./browserEngines.ts";
import { answerPlacement, type PlacementQuestion } from "./placementAnswers.ts";

self.onmessage = (event: MessageEvent<PlacementQuestion>) =>
  answerPlacement(event.data, { engine: browserEngine, nowMs: () => performance.now() }, (message) =>
    self.postMessage(message),
  );
