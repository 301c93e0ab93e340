import { expect, test } from "vitest";
import { ownEngineId } from "./ownEngines.ts";
import { rememberEstimates } from "./rememberEstimates.ts";

test("500 estimates are remembered; of more the oldest is forgotten, and made again when it is asked for", async () => {
  const made: string[] = [];
  const remembered = rememberEstimates(
    {
      estimate: async (_id, { program }) => {
        made.push(program);
        return Object({ program });
      },
    },
    () => 0,
  );
  const ask = (program: string) =>
    remembered.estimate(
      ownEngineId("00000000-0000-4000-8000-000000000000"),
      Object({ program, paths: [] }),
      Object({ id: "d", version: 1 }),
    );
  const all = Array.from({ length: 501 }, (_, i) => `program ${i}`);
  for (const program of all) expect(await ask(program)).toEqual({ program });
  expect(made).toEqual(all);
  for (const program of all.slice(1)) await ask(program);
  expect(made).toHaveLength(501);
  await ask("program 0");
  expect(made.slice(501)).toEqual(["program 0"]);
});
