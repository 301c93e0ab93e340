import { createServerAnswers, type ServerQuestion } from "./serverAnswers.ts";

const answer = createServerAnswers((message) => self.postMessage(message));
self.onmessage = (event: MessageEvent<ServerQuestion>) => answer(event.data);
