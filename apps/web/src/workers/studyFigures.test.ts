import loadHighs from "highs";
import { expect, it } from "vitest";
import { answerFigure, type FigureReply } from "./studyFigures.ts";

it("says which figure cannot be computed", async () => {
  const replies: FigureReply[] = [];
  await answerFigure({ figure: "9.9" }, { load: loadHighs, nowMs: () => 0 }, (reply) => replies.push(reply));
  expect(replies).toEqual([{ kind: "failure", message: "Figure 9.9 is not among those that are computed." }]);
});
