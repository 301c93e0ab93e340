import loadHighs from "highs";
import { expect, it } from "vitest";
import { answerFigure, type FigureReply } from "./studyFigures.ts";

it("says which figure cannot be computed", async () => {
  const replies: FigureReply[] = [];
  await answerFigure({ source: "Nobody, Fig. 9.9" }, { load: loadHighs, nowMs: () => 0 }, (reply) =>
    replies.push(reply),
  );
  expect(replies).toEqual([
    { kind: "failure", message: "Nobody, Fig. 9.9 is not among the figures that are computed." },
  ]);
});

it("computes a figure of latency control without the solver", async () => {
  const replies: FigureReply[] = [];
  const load = () => Promise.reject(new Error("not needed"));
  await answerFigure({ source: "Paolucci et al., Table 2" }, { load, nowMs: () => 0 }, (r) =>
    replies.push(r),
  );
  expect(replies.at(-1)).toMatchObject({ kind: "figure", figure: { costMs: 0 } });
});
